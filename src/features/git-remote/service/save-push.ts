import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Position } from '#platform/git/library/library.ts'
import { type PushedObjects, readObjects } from '#platform/git/library/pushed.ts'
import {
  binaryNotSupported,
  createPushed,
  decodeText,
  type File,
  lockLiveFiles,
  pathOf,
  trashPushed,
  updatePushed,
} from '#features/files/public.ts'
import type { Change, Commit, History } from '../history.ts'
import { fetchFirst } from '../problems.ts'
import * as store from '../store.ts'
import type { CommitPush, FilePush } from './read-push.ts'
import { naming } from './refusal.ts'

type Known = { file: File; isExecutable: boolean }
/** The files of the library by path, as the push changes them. */
type State = Map<string, Known>

export type SavedPush = { history: History; versions: number }

/**
 * Saves a push in the caller's transaction: every changed file of every commit as a version, and the commits themselves. Fails
 * when anything was saved since the commit on which the push is based.
 */
export async function savePush(
  trx: Db,
  ctx: UserCtx,
  base: History & Position,
  pushed: PushedObjects,
  commits: readonly CommitPush[],
): Promise<SavedPush> {
  const present = await store.lockHistory(trx, ctx.user.id)
  if (present.generation !== base.generation || present.seq !== base.seq) throw fetchFirst()
  const state = await lockState(trx, ctx, base.seq, commits)
  const isChanged =
    (await store.hasPurgedFiles(trx, ctx.user.id)) || (await store.listDifferences(trx, ctx.user.id, 1)).length > 0
  if (isChanged) throw fetchFirst()
  const nextText = textReader(pushed, commits)
  const logged: Commit[] = []
  let versions = 0
  for (const { oid, text, changes } of commits) {
    const saved: Change[] = []
    for (const change of inOrder(changes)) {
      const before = versionAt(state, change)
      const row = await inContext(change, oid, () => saveChange(trx, ctx, state, change, nextText))
      if (row.path !== null && row.version !== before) versions += 1
      saved.push(row)
    }
    logged.push({ text, changes: saved })
  }
  const history = { ...present, seq: present.seq + commits.length }
  await store.insertCommits(trx, ctx.user.id, present.seq, logged)
  await store.setHistory(trx, ctx.user.id, history)
  return { history, versions }
}

/** Locks every file that the push changes before it compares: a save that comes later waits until the push is done. */
async function lockState(trx: Db, ctx: UserCtx, seq: number, commits: readonly CommitPush[]): Promise<State> {
  const names = new Set(
    commits.flatMap(({ changes }) =>
      changes.flatMap((change) => [change.path, ...(change.kind === 'put' ? [change.from ?? change.path] : [])]),
    ),
  )
  const logged = (await store.listFilesAt(trx, ctx.user.id, seq)).filter(({ path }) => path !== null && names.has(path))
  const ids: FileId[] = logged.map(({ fileId }) => fileId)
  const files = await lockLiveFiles(trx, ctx, ids)
  const state: State = new Map()
  for (const { fileId, path, isExecutable } of logged) {
    const file = files.get(fileId)
    if (!file || path === null) throw fetchFirst()
    state.set(path, { file, isExecutable })
  }
  return state
}

/** What frees a name first. */
function inOrder(changes: readonly FilePush[]): FilePush[] {
  const rank = (change: FilePush) => (change.kind === 'remove' ? 0 : change.from === null ? 2 : 1)
  return changes.toSorted((a, b) => rank(a) - rank(b))
}

function versionAt(state: State, change: FilePush): number {
  return state.get((change.kind === 'put' ? change.from : null) ?? change.path)?.file.version ?? 0
}

async function inContext<T>({ path }: FilePush, commit: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw naming(error, path, commit)
  }
}

/** The text of the next change that has a new one; null for a change that keeps the text. */
type NextText = (change: FilePush) => Promise<string | null>

async function saveChange(trx: Db, ctx: UserCtx, state: State, change: FilePush, nextText: NextText): Promise<Change> {
  const known = state.get((change.kind === 'put' ? change.from : null) ?? change.path)
  if (change.kind === 'remove') {
    if (!known) throw fetchFirst()
    await trashPushed(trx, ctx, known.file)
    state.delete(change.path)
    return { fileId: known.file.id, version: known.file.version, path: null, isExecutable: known.isExecutable }
  }
  const { path, isExecutable } = change
  const file = await putFile(trx, ctx, known?.file ?? null, path, await nextText(change))
  if (change.from !== null) state.delete(change.from)
  state.set(path, { file, isExecutable })
  return { fileId: file.id, version: file.version, path, isExecutable }
}

async function putFile(trx: Db, ctx: UserCtx, known: File | null, path: string, content: string | null) {
  if (!known) return createPushed(trx, ctx, path, content ?? '')
  // Only the mode changes.
  if (content === null && path === pathOf(known)) return known
  return updatePushed(trx, ctx, known, { path, content })
}

const BATCH_BYTES = 8 * 1024 * 1024

/** Reads the texts in the order in which they are saved, as many at once as fit into memory. */
function textReader(pushed: PushedObjects, commits: readonly CommitPush[]): NextText {
  const wanted = commits
    .flatMap(({ changes }) => inOrder(changes))
    .flatMap((change) => (change.kind === 'put' && !change.isSameText ? [change.blob] : []))
  let loaded: Buffer[] = []
  return async (change) => {
    if (change.kind === 'remove' || change.isSameText) return null
    if (loaded.length === 0) {
      let bytes = 0
      const after = wanted.findIndex(({ size }) => (bytes += size) > BATCH_BYTES)
      loaded = await readObjects(pushed, wanted.splice(0, after === -1 ? wanted.length : Math.max(1, after)))
    }
    const content = decodeText(loaded.shift() ?? Buffer.alloc(0))
    if (content === null) throw binaryNotSupported()
    return content
  }
}
