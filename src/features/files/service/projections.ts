import { isMarkdown } from '#base/language/language.ts'
import { fileNameLine } from '#base/symbol-names.ts'
import { nextMoment } from '#base/time.ts'
import type { AgentWrite, UserCtx } from '#platform/ctx.ts'
import type { Packed } from '#platform/db/body-codec.ts'
import type { Db } from '#platform/db/pool.ts'
import { grammarOf } from '#platform/symbols/languages.ts'
import { type ReadNames, readNames } from '#platform/symbols/read-names.ts'
import { bindNames, findFileLinks, recordLinks } from '#features/links/public.ts'
import { countChanges } from '../counts.ts'
import type { File } from '../file.ts'
import { foldContent, type SearchDoc, searchDoc, searchHead } from '../search-index.ts'
import { pathOf } from '../path.ts'
import { snapshotOf } from '../snapshot.ts'
import { readPacked } from '../store/bodies.ts'
import { addActivities, changeCounts } from '../store/counts.ts'
import { putSearchDoc, replaceTextBeforeContent } from '../store/search-docs.ts'
import { type TextNames, withFileName } from './file-names.ts'
import { foldPacked } from './text-tasks.ts'

/** One file before and after a write. `from` is null when the file is new; a file in the trash has `deletedAt`. */
export type FileChange = {
  from: File | null
  to: File
  /**
   * `text`: the content changed; `folded` and `names` are what search reads of it, if the caller has them. `details`: only the name, the language, the description or the tags did. Absent: search finds the same.
   */
  search?:
    | { changed: 'text'; packed: Packed; folded?: SearchDoc | undefined; names?: TextNames | undefined }
    | { changed: 'details' }
  /** When each new version was saved, for the activity of the day. */
  savedAt?: readonly Date[]
  /** Recorded in the audit log of agents, from where it can be undone. */
  isAgentWrite?: boolean
}

/**
 * Updates everything that is derived from files: search documents, counts, activity and the audit log of agents. Every write
 * calls it, in its transaction and after its own statements, so that all writers lock these rows in the same order.
 */
export async function applyToProjections(trx: Db, ctx: UserCtx, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) await updateSearchDoc(trx, ctx, change)
  for (const change of changes) await updateLinks(trx, ctx, change)
  await changeCounts(trx, ctx.user.id, countChanges(changes.map(liveSides)))
  await recordActivity(trx, ctx, changes)
  for (const { from, to, isAgentWrite } of changes)
    if (isAgentWrite === true) await ctx.recordAgentWrite(trx, agentWriteOf(from, to, ctx.now))
}

async function updateSearchDoc(trx: Db, ctx: UserCtx, { from, to, search }: FileChange): Promise<void> {
  if (!search) return
  if (search.changed === 'text') {
    const folded = search.folded ?? (await foldPacked(ctx, search.packed, to.sizeBytes))
    const known = search.names?.language === to.language ? search.names.read : undefined
    const names = known === undefined ? await readNamesHere(ctx, to, search.packed) : known
    await putSearchDoc(trx, ctx.user.id, to.id, searchDoc(to, folded), withFileName(to, names))
    return
  }
  // Without the content, which can be 2 MiB for each of 100 files; it is read only when the document is not as expected, or for another language.
  const heads = { from: searchHead(from ?? to), to: searchHead(to) }
  const lines = { from: fileNameLine((from ?? to).fileName), to: fileNameLine(to.fileName) }
  const isSame = from?.language === to.language
  if ((await replaceTextBeforeContent(trx, ctx.user.id, to.id, heads, lines)) && isSame) return
  const packed = await readPacked(trx, ctx.user.id, to.id, to.version)
  const content = packed ? await foldPacked(ctx, packed, to.sizeBytes) : foldContent('')
  const names = packed && (await readNamesHere(ctx, to, packed))
  await putSearchDoc(trx, ctx.user.id, to.id, searchDoc(to, content), withFileName(to, names))
}

/** The links in a Markdown file, and those that mean this file by one of its names. */
async function updateLinks(trx: Db, ctx: UserCtx, { from, to, search }: FileChange): Promise<void> {
  const isText = search?.changed === 'text'
  const [was, is] = [from !== null && isMarkdown(from.language), isMarkdown(to.language)]
  if ((isText && is) || was !== is) {
    const packed = isText ? search.packed : await readPacked(trx, ctx.user.id, to.id, to.version)
    const links = is && packed ? await findFileLinks(ctx, packed, to.sizeBytes) : []
    if (was || links.length > 0) await recordLinks(trx, ctx.user.id, { kind: 'file', id: to.id }, links, to.folder)
  }
  const path = pathOf(to)
  if (from && pathOf(from) === path) return
  await bindNames(trx, ctx.user.id, { kind: 'file', id: to.id, names: from ? [pathOf(from), path] : [path] })
}

/** Larger texts are read by a job, so that no transaction waits for their parser. */
const PARSED_IN_TRANSACTION_BYTES = 200_000

/** For writers that know the text only inside their transaction. Null: to be read later. */
async function readNamesHere(ctx: UserCtx, { language, sizeBytes }: File, packed: Packed): Promise<ReadNames | null> {
  return sizeBytes <= PARSED_IN_TRANSACTION_BYTES || grammarOf(language) === null
    ? readNames(ctx.offload, language, packed)
    : null
}

/** Files in the trash are not counted. */
function liveSides({ from, to }: FileChange): { from: File | null; to: File | null } {
  return { from: from?.deletedAt ? null : from, to: to.deletedAt ? null : to }
}

async function recordActivity(trx: Db, ctx: UserCtx, changes: readonly FileChange[]): Promise<void> {
  const saves = new Map<string, number>()
  for (const moment of changes.flatMap(({ savedAt = [] }) => savedAt)) {
    const day = moment.toISOString().slice(0, 10)
    saves.set(day, (saves.get(day) ?? 0) + 1)
  }
  if (saves.size > 0) await addActivities(trx, ctx.user.id, saves)
}

function agentWriteOf(from: File | null, to: File, now: Date): AgentWrite {
  const before = from && snapshotOf(from)
  // Undo sorts the writes of a file by this time, and moving it to the trash does not change that of the file.
  const at = from && to.updatedAt <= from.updatedAt ? nextMoment(now, from.updatedAt) : to.updatedAt
  const after = { ...snapshotOf(to), updatedAt: at.toISOString() }
  return { kind: kindOf(from, to), resourceId: to.id, title: to.fileName, before, after }
}

function kindOf(from: File | null, to: File): AgentWrite['kind'] {
  if (!from) return 'file_saved'
  if ((from.deletedAt === null) === (to.deletedAt === null)) return 'file_edited'
  return to.deletedAt ? 'file_trashed' : 'file_restored'
}
