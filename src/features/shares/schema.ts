import { z } from 'zod'
import { Ordinal, OrdinalText } from '#base/wire.ts'
import { parseId } from '#base/ids.ts'
import { isoUtc } from '#base/time.ts'
import { LOCALES } from '#base/messages.ts'
import { EMBED_THEMES } from './embed.ts'
import { MAX_HIDDEN_LINES, parseLines } from './hidden-lines.ts'
import { type ListedShare, SHARE_DAYS, SHARE_KINDS, type Share } from './share.ts'
import { MAX_SHARED_NOTES, type SharedNote } from './shared-note.ts'

const Days = z.int().min(SHARE_DAYS.min).max(SHARE_DAYS.max)
const Lines = z.array(Ordinal).max(MAX_HIDDEN_LINES)
const FileVersion = Ordinal
const NoteIds = z.array(z.string()).max(MAX_SHARED_NOTES)

/** Either permanent or a number of days, not both. */
const lifetime = { permanent: z.boolean().optional(), days: Days.optional() }
type LifetimeBody = { permanent?: boolean | undefined; days?: number | undefined }
const oneLifetime = ({ permanent, days }: LifetimeBody) => !(permanent && days !== undefined)
const BOTH = { path: ['days'], error: 'permanent has no days' }

/** Fits five thousand hidden lines in each of a hundred files, at eight bytes a line. */
export const LINK_BODY_BYTES = 4 * 1024 * 1024

export const ShareBody = z
  .strictObject({
    ...lifetime,
    version: FileVersion.optional(),
    hidden_lines: Lines.optional(),
    note_ids: NoteIds.optional(),
  })
  .refine(oneLifetime, BOTH)

export const LinkBody = z
  .strictObject({
    ...lifetime,
    file_ids: z.array(z.unknown()).optional(),
    hidden_lines: z.record(z.string(), Lines).optional(),
    note_ids: NoteIds.optional(),
  })
  .refine(oneLifetime, BOTH)

export function readLifetime({ permanent, days }: LifetimeBody): { days: number } | 'permanent' {
  return permanent ? 'permanent' : { days: days ?? SHARE_DAYS.standard }
}

/** Findings that look secret and were shared anyway. */
const Warnings = z.array(z.object({ file_id: z.string(), kind: z.string(), line_start: z.int(), line_end: z.int() }))

export function toWarnings(warnings: readonly { fileId: string; kind: string; from: number; to: number }[]) {
  return warnings.map(({ fileId, kind, from, to }) => ({ file_id: fileId, kind, line_start: from, line_end: to }))
}

/** The notes that the share shows, as they were copied. */
const Notes = z.array(
  z.object({
    note_id: z.string(),
    file_id: z.string(),
    number: z.int(),
    line_start: z.int().nullable(),
    line_end: z.int().nullable(),
  }),
)

/** Notes that look secret and were shared anyway. */
const NoteWarnings = z.array(z.object({ note_id: z.string(), kind: z.string() }))

type MadeNotes = {
  notes: readonly (Pick<SharedNote, 'number' | 'lines'> & { id: string; fileId: string })[]
  noteWarnings: readonly { noteId: string; kind: string }[]
}

export function toNotes({ notes, noteWarnings }: MadeNotes) {
  return {
    notes: notes.map(({ id, fileId, number, lines }) => ({
      note_id: id,
      file_id: fileId,
      number,
      line_start: lines?.start ?? null,
      line_end: lines?.end ?? null,
    })),
    note_warnings: noteWarnings.map(({ noteId, kind }) => ({ note_id: noteId, kind })),
  }
}

export const SharedReply = z.object({
  ok: z.literal(true),
  share_id: z.string(),
  url: z.string(),
  expires_at: z.string().nullable(),
  warnings: Warnings,
  notes: Notes,
  note_warnings: NoteWarnings,
})

export const LinkReply = z.object({
  ok: z.literal(true),
  success: z.literal(true),
  share_url: z.string(),
  token: z.string(),
  expires_at: z.string().nullable(),
  warnings: Warnings,
  notes: Notes,
  note_warnings: NoteWarnings,
})

export function endOf({ expiresAt }: Pick<Share, 'expiresAt'>): string | null {
  return expiresAt && isoUtc(expiresAt)
}

/** Everything is optional here: the service distinguishes missing from invalid, in the order of the contract. */
export const SaveBody = z.strictObject({ share_id: z.string().nullish(), file_name: z.unknown().optional() })
export const SavedReply = z.object({
  ok: z.literal(true),
  file_id: z.string(),
  file_name: z.string(),
  version: z.int(),
})

export function toSaved(file: { id: string; fileName: string; version: number }): z.output<typeof SavedReply> {
  return { ok: true, file_id: file.id, file_name: file.fileName, version: file.version }
}

const ShareItem = z.object({
  share_id: z.string(),
  kind: z.enum(SHARE_KINDS),
  url: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  views: z.int(),
  file_names: z.array(z.string()),
  note_count: z.int(),
})
export const SharesReply = z.object({ ok: z.literal(true), shares: z.array(ShareItem), count: z.int() })

export function toShareItem(share: ListedShare): z.output<typeof ShareItem> {
  return {
    share_id: share.id,
    kind: share.kind,
    url: share.url,
    created_at: isoUtc(share.createdAt),
    expires_at: endOf(share),
    views: share.views,
    file_names: share.files.map(({ name }) => name),
    note_count: share.noteCount,
  }
}

export const IdParams = z.object({ id: z.string() })
export const ShareParams = z.object({ share_id: z.string() })
export const TokenParams = z.object({ token: z.string() })
export const LinkFileParams = z.object({ token: z.string(), place: z.coerce.number().int().min(1).max(100) })

const Position = z.coerce.number().int().min(1).max(100).optional().catch(undefined)
export const LinkQuery = z.object({ file: Position })

/** A form sends one value as a string and several as a list. */
const Values = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((values) => (values === undefined ? [] : [values].flat()))

/** The query of the prepare page and its form have the same fields, so that a reload shows the same state. */
export const PrepareForm = z
  .looseObject({
    files: z.string().default(''),
    v: OrdinalText.optional().catch(undefined),
    kind: z.enum(SHARE_KINDS).optional().catch(undefined),
    days: z.enum(['1', '7', '30', '90', 'none']).default('7').catch('7'),
    file: Position,
    hide: Values,
    note: Values,
    /** The choice that the page showed; absent on the first visit. */
    shown: z.string().optional(),
    made: z.string().optional(),
  })
  .transform(({ files, v, kind, days, file, hide, note, shown, made, ...rest }) => ({
    ids: files.split(',').filter(Boolean),
    version: v,
    kind,
    days: days === 'none' ? null : Number(days),
    position: file,
    ticked: hide,
    noteIds: note,
    typed: typedIn(rest),
    shown,
    made: parseId<'share'>(made ?? ''),
  }))

/** `lines3=5, 7-9` belongs to the third file. `lines` is null when the text does not parse. */
function typedIn(rest: Record<string, unknown>): Map<number, { text: string; lines: number[] | null }> {
  return new Map(
    Object.entries(rest).flatMap(([name, text]) => {
      const position = Number(/^lines(\d{1,3})$/.exec(name)?.[1])
      return typeof text === 'string' && text.length < 1_000 && position > 0
        ? [[position, { text, lines: parseLines(text) }] as const]
        : []
    }),
  )
}

/** Redirects to the page of the button; any other target would be an open redirect. */
export const RevokeForm = z.object({
  next: z
    .string()
    .regex(/^\/(shares\/new\?[\w=,&-]*|settings)$/)
    .catch('/settings'),
})

export const SaveForm = z.object({ file_name: z.string().optional() })

/** Nothing here is an error page, which no other site may frame: lines that do not parse are displayed in the embed. */
export const EmbedQuery = z.object({
  file: Position,
  lines: z.string().optional().catch('?'),
  theme: z.enum(EMBED_THEMES).catch('auto'),
  lang: z.enum(LOCALES).optional().catch(undefined),
})

const Pixels = z.coerce.number().int().min(1).optional()
export const OembedQuery = z.object({
  url: z.string().min(1),
  format: z.string().default('json'),
  maxwidth: Pixels,
  maxheight: Pixels,
})
export const OembedReply = z.object({
  type: z.literal('rich'),
  version: z.literal('1.0'),
  provider_name: z.literal('Codeshelf'),
  provider_url: z.string(),
  title: z.string(),
  width: z.int(),
  height: z.int(),
  html: z.string(),
})

export const FeedParams = z.object({ key: z.string() })
export const FeedForm = z.object({ feed: z.enum(['on', 'off']) })
export const InFeedForm = RevokeForm.extend({ in_feed: z.enum(['yes', 'no']) })
