import { decodeCursor } from '#base/cursor.ts'
import type { FileId } from '#base/ids.ts'
import { idOr } from '#base/wire.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import * as files from '#features/files/public.ts'
import { fileChanged } from '../problems.ts'

/** The use-cases of the API, as the tools call them. Every version that a tool makes says so. */

const fileId = (id: string): FileId => idOr<'file'>(id, () => files.fileNotFound({ file_id: id }))

export type FilesAsk = {
  query?: string | undefined
  language?: string | undefined
  tag?: string | undefined
  repo?: string | undefined
  cursor?: string | undefined
}

export async function listFiles(ctx: UserCtx, ask: FilesAsk): Promise<files.Listed> {
  const cursor = ask.cursor === undefined ? null : decodeCursor<'file'>(ask.cursor)
  if (ask.cursor !== undefined && !cursor) throw files.invalidCursor({ field: 'cursor' })
  const { query: q, language: lang, tag: category, repo } = ask
  return files.listFiles(ctx, { q, lang, category, repo, sort: 'created_at_desc', cursor })
}

export async function readFile(ctx: UserCtx, id: string, version: number | undefined) {
  const file = await files.getFile(ctx, fileId(id))
  const shown = version ?? file.version
  return { file, version: shown, content: await files.getContent(ctx, file, shown) }
}

export async function saveFile(ctx: UserCtx, draft: Omit<files.Draft, 'source'>) {
  return files.saveByName(ctx, { ...draft, source: 'agent' })
}

export async function editFile(ctx: UserCtx, id: string, prevVersion: number, replacement: files.Replacement) {
  try {
    return await files.replaceInFile(ctx, fileId(id), prevVersion, replacement, 'agent')
  } catch (error) {
    // The API answers with the whole stored text; here it may be longer than an answer.
    if (!(error instanceof Problem) || error.code !== files.staleVersion.kind.code) throw error
    const { version } = await files.getFile(ctx, fileId(id))
    throw fileChanged({ file_id: id, version, rest: { tool: 'read_file', arguments: { file_id: id } } })
  }
}

export async function appendToFile(ctx: UserCtx, id: string, text: string) {
  return files.appendToFile(ctx, fileId(id), text, 'agent')
}
