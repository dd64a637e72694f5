import type { Cursor } from '#base/cursor.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { AgentWrite, UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { Problem } from '#platform/problem.ts'
import { rememberAgentWrite } from '#features/push/public.ts'
import { spend, type Spender } from '#features/tokens/public.ts'
import {
  type Act,
  ACTS_KEPT_DAYS,
  ACTS_PAGE,
  addressedBy,
  type ApiRequest,
  type Outcome,
  OVER_API,
  type Resource,
  resourceOf,
  type TokenId,
} from '../act.ts'
import * as store from '../store.ts'

/** Who acts: a token, as a request presents it. */
export type Actor = Spender & { name: string }

/** One call of a tool. */
export type Called = { tool: string; resource: Resource | null }

function actOf(ctx: UserCtx, actor: Actor, called: Called, outcome: Outcome, code: string | null = null): store.NewAct {
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

/** Those whose request is written down by what it wrote. A visitor is an object of one request. */
const toldByWrite = new WeakSet<Actor>()

/** For a token that calls the API: what it writes can be undone. Nobody is told: it is the person's own program. */
export function wroteByToken(ctx: UserCtx, actor: Actor): UserCtx['wrote'] {
  return async (trx, write) => {
    await recordWrite(trx, ctx, actor, OVER_API, write)
    toldByWrite.add(actor)
  }
}

/** What a token did over the API that is no text: it moved, tagged, shared, deleted. That is told and has ways back of its own. */
export async function didByToken(ctx: UserCtx, actor: Actor, request: ApiRequest): Promise<void> {
  if (toldByWrite.has(actor)) return
  const called = { tool: `${request.method} ${request.url}`, resource: addressedBy(request) }
  await store.insertAct(ctx.db, ctx.user.id, actOf(ctx, actor, called, 'done'))
}

/**
 * Makes one call of a tool and writes down how it ended. What it writes is taken from the token's budget, written down and
 * remembered to be told in the very transaction of the write: all of it or nothing.
 */
export async function callAs<T>(
  ctx: UserCtx,
  actor: Actor,
  called: Called,
  run: (ctx: UserCtx) => Promise<T>,
): Promise<T> {
  let writes = 0
  const wrote: UserCtx['wrote'] = async (trx, write) => {
    await spend(trx, ctx, actor, 'writes')
    await recordWrite(trx, ctx, actor, called.tool, write)
    await rememberAgentWrite(ctx, trx, actor.name, write)
    writes += 1
  }
  const record = (outcome: Outcome, code: string | null = null) =>
    store.insertAct(ctx.db, ctx.user.id, actOf(ctx, actor, called, outcome, code))
  try {
    const result = await run({ ...ctx, wrote })
    // What wrote is written down already.
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
    store.agentsWithWrites(ctx.db, ctx.user.id),
  ])
  return { acts: acts.slice(0, ACTS_PAGE), hasMore: acts.length > ACTS_PAGE, agents }
}

const BATCH = 1_000

export async function dropExpiredActs({ db, clock, signal, progress }: JobCtx): Promise<void> {
  const before = addSeconds(clock(), -ACTS_KEPT_DAYS * SECONDS_PER_DAY)
  let dropped = 0
  while (!signal.aborted) {
    const now = await store.dropExpired(db, before, BATCH)
    dropped += now
    progress(dropped)
    if (now < BATCH) return
  }
}
