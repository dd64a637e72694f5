import { z } from 'zod'
import { parseRange } from '#features/shares/embed.ts'
import { formatLines, parseLines } from '#features/shares/hidden-lines.ts'
import { findSecrets } from '#features/shares/secrets/find.ts'
import { SHARE_DAYS } from '#features/shares/share.ts'
import type { LineRange } from '#features/viewer/line-range.ts'
import type { Api } from '../api.ts'
import { openApi, type Options, print, type Run } from '../command.ts'
import { findFile } from '../find-file.ts'
import { Complaint, usageError } from '../io.ts'

const USAGE = 'share NAME|ID… [--lines 8-17] [--days N | --permanent] [--hide 3,7-9] [--with-secrets]'
const Link = z.object({
  share_url: z.string(),
  expires_at: z.string().nullable(),
  warnings: z.array(z.object({ file_id: z.string(), kind: z.string(), line_start: z.number(), line_end: z.number() })),
})

/** The API creates a link and then warns, when anybody could have read it; so the texts are scanned here first. */
export const share: Run = async (io, args, options) => {
  if (args.length === 0) throw usageError(`usage: codeshelf-cli ${USAGE}`)
  const hidden = hiddenLines(options, args.length)
  const range = sharedRange(options, args.length)
  const lifetime = lifetimeOf(options)
  const { api } = await openApi(io)
  const files: Named[] = []
  for (const name of args) files.push(await findFile(api, name))
  if (!options['with-secrets']) await refuseSecrets(api, files, hidden, range)
  const [only] = files
  const body = {
    file_ids: files.map(({ id }) => id),
    ...lifetime,
    ...(range && { line_start: range.from, line_end: range.to }),
    ...(only && hidden.length > 0 && { hidden_lines: { [only.id]: hidden } }),
  }
  const { share_url: url, expires_at, warnings } = await api.post('/api/files/create-share-link', body, Link)
  for (const { line_start: from, line_end: to, kind } of warnings)
    io.err(`codeshelf-cli: lines ${from}-${to} look like a secret (${kind}) and are shared\n`)
  print(io, options, { url, expires_at }, `${url}\n`)
}

function hiddenLines({ hide }: Options, files: number): number[] {
  if (hide === undefined) return []
  if (files > 1) throw usageError('--hide is for one file')
  const lines = parseLines(hide)
  if (lines === null || lines.length === 0) throw usageError('--hide is a list of lines: 3,7-9')
  return lines
}

function sharedRange({ lines }: Options, files: number): LineRange | null {
  if (lines === undefined) return null
  if (files > 1) throw usageError('--lines is for one file')
  const range = parseRange(lines)
  if (!range) throw usageError('--lines is a range of lines: 8-17')
  return range
}

function lifetimeOf({ days, permanent }: Options): { days?: number; permanent?: true } {
  if (permanent && days !== undefined) throw usageError('a permanent link has no --days')
  if (permanent) return { permanent: true }
  if (days === undefined) return {}
  const number = Number(days)
  if (!Number.isInteger(number) || number < SHARE_DAYS.min || number > SHARE_DAYS.max)
    throw usageError(`--days is a whole number from ${SHARE_DAYS.min} to ${SHARE_DAYS.max}`)
  return { days: number }
}

type Named = { id: string; path: string }

/** Lines outside the range are not in the link, so a secret there is none. */
async function refuseSecrets(
  api: Api,
  files: readonly Named[],
  hidden: readonly number[],
  range: LineRange | null,
): Promise<void> {
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  for (const { id, path } of files) {
    const open = findSecrets(utf8.decode(await api.bytes(`/download/${id}`)))
      .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
      .filter((line) => !hidden.includes(line) && (range === null || (line >= range.from && line <= range.to)))
    if (open.length === 0) continue
    const lines = formatLines(open)
    throw new Complaint(
      `${path}: not shared, because it seems to contain a secret in line ${lines}. ` +
        `Hide it with --hide ${formatLines([...hidden, ...open]).replaceAll(' ', '')}, or share it with --with-secrets.`,
    )
  }
}
