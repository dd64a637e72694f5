import type { UserCtx } from '#platform/ctx.ts'
import { isDeadlock, isUniqueViolation } from '#platform/db/violations.ts'
import { businessMetric } from '#platform/events/business.ts'
import type { Position } from '#platform/git/library/library.ts'
import { type GitBody, type PushAsk, type PushVerdict, receivePack } from '#platform/git/library/serve.ts'
import { Problem } from '#platform/problem.ts'
import { nameTaken } from '#features/files/public.ts'
import { type BudgetedToken, spendBudget } from '#features/tokens/public.ts'
import { MAX_PUSH_BYTES } from '../history.ts'
import { fetchFirst } from '../problems.ts'
import type { OpenLibrary } from './build.ts'
import { openKnown } from './open.ts'
import { type CommitPush, requireMainUpdate, readPush } from './read-push.ts'
import { refusalLines } from './refusal.ts'
import { savePush } from './save-push.ts'
import type { GitRequest } from './serve.ts'

/** What became of a push. `failed` is an error of ours: git refuses the push, and the request fails. */
type Outcome =
  | { is: 'saved'; position: Position }
  | { is: 'refused'; problem: Problem }
  | { is: 'failed'; error: unknown }

/** Receives a push and returns git's report. Its versions are in the database before git moves the branch. */
export async function receivePush(
  ctx: UserCtx,
  token: BudgetedToken,
  request: GitRequest,
  body: GitBody,
): Promise<Uint8Array> {
  return ctx.slots.transfers.run(ctx.user.id, async () => {
    const open = await openKnown(ctx)
    const outcomes: Outcome[] = []
    const ask = { dir: open.library.dir, ...request }
    const report = await receivePack(ask, body, MAX_PUSH_BYTES, async (push, isGone) => {
      const outcome = await decide(ctx, token, open, push, isGone)
      outcomes.push(outcome)
      return verdictOf(outcome, ctx)
    })
    await settle(open, outcomes[0])
    return report
  })
}

async function decide(
  ctx: UserCtx,
  token: BudgetedToken,
  open: OpenLibrary,
  ask: PushAsk,
  isGone: () => boolean,
): Promise<Outcome> {
  try {
    return { is: 'saved', position: await save(ctx, token, open, ask, isGone) }
  } catch (error) {
    if (isConflict(error)) return { is: 'refused', problem: fetchFirst() }
    return error instanceof Problem ? { is: 'refused', problem: error } : { is: 'failed', error }
  }
}

/**
 * All of the push in one transaction, or nothing. Each changed file of each commit is a write of the token, and a push without
 * one costs a write too. They are spent last: other writers lock the row of the budget after those of their files.
 */
async function save(
  ctx: UserCtx,
  token: BudgetedToken,
  open: OpenLibrary,
  ask: PushAsk,
  isGone: () => boolean,
): Promise<Position> {
  const { library, position, generation } = open
  const { to } = requireMainUpdate(ask, position.head)
  const pushed = { dir: library.dir, quarantine: library.quarantine(ask.quarantine) }
  const commits = await readPush(ctx, open, pushed, to)
  const saved = await ctx.db.transaction().execute(async (trx) => {
    const result = await savePush(trx, ctx, { generation, ...position }, pushed, commits)
    await spendBudget(trx, ctx, token, 'writes', Math.max(1, countChanges(commits)))
    // Nobody would learn that it was saved.
    if (isGone()) throw new Error('git ended during a push')
    return result
  })
  for (let i = 0; i < saved.versions; i++) ctx.emit(businessMetric, { metric: 'file_saved' })
  return { seq: saved.history.seq, head: to }
}

function countChanges(commits: readonly CommitPush[]): number {
  return commits.reduce((sum, { changes }) => sum + changes.length, 0)
}

/** A file of a pushed name was created, renamed or restored at the same moment. */
function isConflict(error: unknown): boolean {
  if (error instanceof Problem) return error.code === nameTaken.kind.code
  return isDeadlock(error) || isUniqueViolation(error, 'files_live_name')
}

function verdictOf(outcome: Outcome, { locale }: UserCtx): PushVerdict {
  if (outcome.is === 'saved') return { isAccepted: true, lines: [] }
  return { isAccepted: false, lines: outcome.is === 'refused' ? refusalLines(outcome.problem, locale) : [] }
}

/** Git must not have moved the branch without our consent, for example because the hook could not be executed. */
async function settle({ library, position }: OpenLibrary, outcome: Outcome | undefined): Promise<void> {
  if (outcome?.is === 'failed') throw outcome.error
  const main = await library.main()
  if (outcome?.is === 'saved') {
    // Otherwise the next request writes the commits from the database.
    if (main === outcome.position.head) await library.moveTo(outcome.position)
  } else if (main !== position.head) {
    await library.moveTo(position)
    throw new Error('git accepted a push that was not saved')
  }
}
