import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { libraryIn } from '#platform/git/library/library.ts'
import { countNotesByFile } from '#features/notes/public.ts'
import type { Author, Difference, History } from '../history.ts'
import { planCommits } from '../plan.ts'
import * as store from '../store.ts'

/** In one transaction, so that other requests of the user wait a second at most. */
const VERSIONS_AT_ONCE = 5_000

/** Appends what changed in the library since the last commit, and returns the history. */
export async function appendNewCommits(ctx: UserCtx): Promise<History> {
  const known = await findUnchanged(ctx)
  if (known) return known
  for (;;) {
    const { history, isComplete } = await ctx.db.transaction().execute((trx) => appendSome(trx, ctx))
    if (isComplete) return history
  }
}

/** The history when it needs no commit. Most requests end here, and lock nothing. */
async function findUnchanged(ctx: UserCtx): Promise<History | null> {
  const history = await store.findHistory(ctx.db, ctx.user.id)
  if (!history || (await store.hasPurgedFiles(ctx.db, ctx.user.id))) return null
  return (await store.listDifferences(ctx.db, ctx.user.id, 1)).length === 0 ? history : null
}

async function appendSome(trx: Db, ctx: UserCtx): Promise<{ history: History; isComplete: boolean }> {
  const present = await forgetPurged(trx, ctx, await store.lockHistory(trx, ctx.user.id))
  const differences = await store.listDifferences(trx, ctx.user.id, null)
  const versions = await store.listVersionsAfter(
    trx,
    ctx.user.id,
    differences.filter(({ isShown }) => isShown).map(newOnes),
    VERSIONS_AT_ONCE,
  )
  const ids = differences.map(({ fileId }) => fileId)
  const notes = await countNotesByFile(trx, ctx.user.id, ids)
  const planned = planCommits({ author: authorOf(ctx), now: ctx.now, differences, versions, notes })
  const commits = planned.map(({ text, changes }) => ({ text: Buffer.from(text, 'utf8'), changes }))
  if (commits.length > 0) await store.insertCommits(trx, ctx.user.id, present.seq, commits)
  const history = { ...present, seq: present.seq + commits.length }
  await store.setHistory(trx, ctx.user.id, history)
  return { history, isComplete: versions.length < VERSIONS_AT_ONCE }
}

function newOnes({ fileId, loggedVersion }: Difference) {
  return { fileId, after: loggedVersion ?? 0 }
}

/**
 * Removes purged files from the history. Every later commit gets another hash, so the repository is written again in another
 * folder.
 */
async function forgetPurged(trx: Db, ctx: UserCtx, history: History): Promise<History> {
  if (!(await store.hasPurgedFiles(trx, ctx.user.id))) return history
  await store.dropPurgedCommits(trx, ctx.user.id)
  await libraryIn(ctx.mirrors.limits.dir, ctx.user.id, history.generation).remove()
  return { ...history, generation: history.generation + 1 }
}

/** Kept in each commit: a user who changes their name does not change the history. */
function authorOf({ user }: UserCtx): Author {
  return { name: user.firstName, email: `${user.id}@codeshelf.invalid` }
}
