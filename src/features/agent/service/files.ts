import { decodeCursor } from '#base/cursor.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import * as files from '#features/files/public.ts'
import { fileChanged } from '../problems.ts'

/** The use-cases behind the file tools. Every version that a tool creates is marked with the source `agent`. */

export type FilesRequest = {
  query?: string | undefined
  language?: string | undefined
  tag?: string | undefined
  repo?: string | undefined
  cursor?: string | undefined
}

export async function listFiles(ctx: UserCtx, ask: FilesRequest) {
  const cursor = ask.cursor === undefined ? null : decodeCursor<'file'>(ask.cursor)
  if (ask.cursor !== undefined && !cursor) throw files.invalidCursor({ field: 'cursor' })
  const { query: q, language: lang, tag: category, repo } = ask
  const after = cursor && { key: cursor.at, id: cursor.id }
  return files.listFiles(ctx, { q, lang, category, repo, sort: 'created_at_desc', cursor: after })
}

export async function readFile(ctx: UserCtx, id: string, version: number | undefined) {
  const file = await files.getFile(ctx, files.parseFileId(id))
  const shown = version ?? file.version
  return { file, version: shown, content: await files.getContent(ctx, file, shown) }
}

export async function saveFile(ctx: UserCtx, draft: Omit<files.Draft, 'source'>) {
  return files.saveByName(ctx, { ...draft, source: 'agent' })
}

export async function editFile(ctx: UserCtx, id: string, prevVersion: number, replacement: files.Replacement) {
  try {
    return await files.replaceInFile(ctx, files.parseFileId(id), prevVersion, replacement, 'agent')
  } catch (error) {
    // The API problem carries the whole stored text, which may exceed the size limit of an answer.
    if (!(error instanceof Problem) || error.code !== files.staleVersion.kind.code) throw error
    const { version } = await files.getFile(ctx, files.parseFileId(id))
    throw fileChanged({ file_id: id, version, rest: { tool: 'read_file', arguments: { file_id: id } } })
  }
}

export async function appendToFile(ctx: UserCtx, id: string, text: string) {
  return files.appendToFile(ctx, files.parseFileId(id), text, 'agent')
}
