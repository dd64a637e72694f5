import type { UserCtx } from '#platform/ctx.ts'
import { type IncomingFile, spoolToDisk } from '#platform/incoming-file.ts'
import { unknownSource } from '../problems.ts'
import { isSource, type Source } from '../source.ts'
import type { MoveRequest } from './read.ts'

/** The fields of the form beside its files; complete when the last file was read. */
export type MoveFields = ReadonlyMap<string, string>

/** Puts the files of a form on the disk while `use` runs: its fields may come behind them, and a zip is read from its end. */
export async function withRequest<T>(
  ctx: UserCtx,
  files: AsyncIterable<IncomingFile>,
  fields: MoveFields,
  use: (request: MoveRequest) => Promise<T>,
): Promise<T> {
  await using held = new AsyncDisposableStack()
  const uploads: MoveRequest['uploads'][number][] = []
  for await (const { path, chunks } of files)
    uploads.push({ path, file: held.use(await spoolToDisk(ctx.spoolDir, chunks)) })
  const field = (name: string) => fields.get(name) ?? ''
  return await use({
    source: readSource(field('source')),
    uploads,
    pasted: field('text'),
    gitHubToken: field('github_token').trim(),
  })
}

function readSource(word: string): Source | null {
  if (word === '') return null
  if (!isSource(word)) throw unknownSource({ field: 'source' })
  return word
}
