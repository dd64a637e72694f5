import type { UserCtx } from '#platform/ctx.ts'
import { parseSqliteAnswer, readSqlite } from '#platform/sqlite/read.ts'
import type { Task } from '#platform/threads.ts'
import { decodeText } from '#features/files/public.ts'
import type { Parsed, Source } from '../source.ts'
import { parseMassCodeTables } from '../sources/masscode.ts'
import { detectCollection, parseFile } from '../sources/parse.ts'
import { skip } from '../sources/item.ts'
import { MAX_COLLECTION_BYTES, MAX_ITEMS } from '../limits.ts'

/** Sixteen megabytes of JSON take about a second. */
const DEADLINE_MS = 20_000
/** Shorter texts take less time here than their way to a thread. */
const HERE_BYTES = 16_000

/** `source` null: the file itself tells, and any other file is taken as it is. */
type Parse = { source: Source | null; path: string; bytes: Uint8Array; tags: ReadonlyMap<string, string> }
export type ParsedFile = Parsed & { source: Source }

export const parseSourceTask: Task<Parse, ParsedFile> = {
  name: 'parse-source',
  deadlineMs: DEADLINE_MS,
  consumesInput: true,
  run: ({ source: asked, path, bytes, tags }) => {
    const text = decodeText(bytes)
    if (text === null) return { source: asked ?? 'folder', items: [], skipped: [skip(path, 'not_text')] }
    const source = asked ?? detectCollection({ path, text }) ?? 'folder'
    return { source, ...parseFile(source, { path, text }, tags) }
  },
}

export async function parseSource(ctx: UserCtx, job: Parse, signal: AbortSignal): Promise<ParsedFile> {
  return job.bytes.length <= HERE_BYTES ? parseSourceTask.run(job) : ctx.offload(parseSourceTask, job, signal)
}

const MASSCODE_TABLES = {
  folders: ['id', 'name', 'parentId'],
  tags: ['id', 'name'],
  snippets: ['id', 'name', 'description', 'folderId', 'isDeleted', 'createdAt', 'updatedAt'],
  snippet_contents: ['snippetId', 'label', 'value', 'language'],
  snippet_tags: ['snippetId', 'tagId'],
} as const
/** One more than comes over, so that too many are noticed. */
const MAX_ROWS = 4 * MAX_ITEMS + 1

/** `json`: what the process that reads databases printed. */
type MassCodeAnswer = { path: string; json: Uint8Array }

/** `massCode.db`; null when the file is not one. */
export const parseMassCodeTask: Task<MassCodeAnswer, Parsed | null> = {
  name: 'parse-masscode-tables',
  deadlineMs: DEADLINE_MS,
  consumesInput: true,
  run: ({ path, json }) => {
    const answer = parseSqliteAnswer(json)
    if (answer.outcome === 'too_large') return { items: [], skipped: [skip(path, 'too_large')] }
    return answer.outcome === 'read' ? parseMassCodeTables(path, answer.tables) : null
  },
}

/** `onDisk`: where we put the file. */
export async function readMassCode(
  ctx: UserCtx,
  { path, onDisk }: { path: string; onDisk: string },
  signal: AbortSignal,
): Promise<Parsed | null> {
  const ask = { path: onDisk, tables: MASSCODE_TABLES, maxRows: MAX_ROWS, maxBytes: MAX_COLLECTION_BYTES }
  const read = await ctx.slots.heavy.run(ctx.user.id, () => readSqlite(ask, signal))
  if (read.outcome === 'unreadable') return { items: [], skipped: [skip(path, 'unreadable')] }
  return ctx.offload(parseMassCodeTask, { path, json: read.json }, signal)
}
