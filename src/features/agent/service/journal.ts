import type { Cursor } from '#base/cursor.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { AgentWrite, UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { Problem } from '#platform/problem.ts'
import { enqueueAgentNotification } from '#features/push/public.ts'
import { spendBudget, type BudgetedToken } from '#features/tokens/public.ts'
import {
  type Act,
  ACTS_KEPT_DAYS,
  ACTS_PAGE,
  resourceOfRoute,
  type ApiRequest,
  type Outcome,
  API_TOOL,
  type Resource,
  resourceOf,
  type TokenId,
} from '../act.ts'
import * as store from '../store.ts'

/** The token that acts, as the request presents it. */
export type Actor = BudgetedToken & { name: string }

/** One tool call. */
export type ToolCall = { tool: string; resource: Resource | null }

function actOf(
  ctx: UserCtx,
  actor: Actor,
  called: ToolCall,
  outcome: Outcome,
  code: string | null = null,
): store.NewAct {
  const common = {
    id: ctx.newId<'act'>(),
    tokenId: actor.id,
    tokenName: actor.name,
    at: ctx.now,
    title: '',
    kind: null,
  }
  return { ...common, ...called, outcome, code }
}

function recordWrite(trx: Db, ctx: UserCtx, actor: Actor, tool: string, write: AgentWrite): Promise<void> {
  const { kind, title, before, after } = write
  const act = actOf(ctx, actor, { tool, resource: resourceOf(write) }, 'done')
  return store.insertAct(trx, ctx.user.id, { ...act, kind, title, before, after })
}

/** Actors whose request has recorded a write. An actor object lives for one request. */
const recordedByWrite = new WeakSet<Actor>()

/** Whether the unit that a request over the HTTP API spent at its start still covers a write. Absent: the route spends itself. */
const prepaid = new WeakMap<Actor, boolean>()

/** Spends the unit that every writing request over the HTTP API costs, also one that is refused. It covers the first write. */
export async function spendForRequest(ctx: UserCtx, actor: Actor, what: 'writes' | 'runs'): Promise<void> {
  await spendBudget(ctx.db, ctx, actor, what)
  prepaid.set(actor, true)
}

/**
 * Spends a unit for each further write of a request: an import of 600 files must cost 600, or a budget would limit nothing.
 * Returns whether it spent one.
 */
export async function spendForWrite(trx: Db, ctx: UserCtx, actor: Actor): Promise<boolean> {
  const isPaid = prepaid.get(actor) !== false
  if (!isPaid) await spendBudget(trx, ctx, actor, 'writes')
  else if (prepaid.has(actor)) prepaid.set(actor, false)
  return !isPaid
}

/** Records the writes of a token over the HTTP API for undo. Sends no notification: the caller is the user's own program. */
export function recordTokenWrites(ctx: UserCtx, actor: Actor): UserCtx['recordAgentWrite'] {
  return async (trx, write) => {
    await recordWrite(trx, ctx, actor, API_TOOL, write)
    await spendForWrite(trx, ctx, actor)
    recordedByWrite.add(actor)
  }
}

/**
 * Records a call over the HTTP API that wrote nothing that undo covers, such as a share or a favourite.
 */
export async function recordTokenCall(ctx: UserCtx, actor: Actor, request: ApiRequest): Promise<void> {
  if (recordedByWrite.has(actor)) return
  const called = { tool: `${request.method} ${request.url}`, resource: resourceOfRoute(request) }
  await store.insertAct(ctx.db, ctx.user.id, actOf(ctx, actor, called, 'done'))
}

/**
 * Runs one tool call and records its outcome. The budget, the audit entry and the agent notification are written in the
 * transaction of the write, so that they commit or roll back together.
 */
export async function callAs<T>(
  ctx: UserCtx,
  actor: Actor,
  called: ToolCall,
  run: (ctx: UserCtx) => Promise<T>,
): Promise<T> {
  let writes = 0
  const recordAgentWrite: UserCtx['recordAgentWrite'] = async (trx, write) => {
    await spendBudget(trx, ctx, actor, 'writes')
    await recordWrite(trx, ctx, actor, called.tool, write)
    await enqueueAgentNotification(ctx, trx, actor.name, write)
    writes += 1
  }
  const record = (outcome: Outcome, code: string | null = null) =>
    store.insertAct(ctx.db, ctx.user.id, actOf(ctx, actor, called, outcome, code))
  try {
    const result = await run({ ...ctx, recordAgentWrite })
    // A call that wrote is in the audit log already.
    if (writes === 0) await record('done')
    return result
  } catch (error) {
    if (error instanceof Problem) await record('refused', error.code)
    else await record('failed')
    throw error
  }
}

export type Journal = { acts: Act[]; hasMore: boolean; agents: store.Agent[] }

export async function readJournal(
  ctx: UserCtx,
  ask: { tokenId: TokenId | null; writesOnly: boolean; cursor: Cursor<'act'> | null },
): Promise<Journal> {
  const [acts, agents] = await Promise.all([
    store.listActs(ctx.db, ctx.user.id, { ...ask, limit: ACTS_PAGE + 1 }),
    store.listAgentsWithWrites(ctx.db, ctx.user.id),
  ])
  return { acts: acts.slice(0, ACTS_PAGE), hasMore: acts.length > ACTS_PAGE, agents }
}

const BATCH = 1_000

export async function deleteExpiredActs({ db, clock, signal, progress }: JobCtx): Promise<void> {
  const before = addSeconds(clock(), -ACTS_KEPT_DAYS * SECONDS_PER_DAY)
  let dropped = 0
  while (!signal.aborted) {
    const now = await store.deleteExpired(db, before, BATCH)
    dropped += now
    progress(dropped)
    if (now < BATCH) return
  }
}
