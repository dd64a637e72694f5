import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { NotStarted } from '#platform/runners/client.ts'
import type { Fleet } from '#platform/runners/fleet.ts'
import type { RunEnd, RunEvent } from '#platform/runners/protocol.ts'
import * as files from '#features/files/public.ts'
import type { RunAsk } from './ask.ts'
import { ALLOWED_IMPORTS, RUN_LIMITS } from './limits.ts'
import { codeTooLong, queueFull, runInProgress, sandboxUnavailable } from './problems.ts'
import type { RunNews, RunResult } from './result.ts'
import * as store from './store.ts'

export type Runners = Fleet

/** A place is held for as long as a run may wait and last, and a little: who holds it longer is dead. */
const HELD_MS = (RUN_LIMITS.maxTimeoutSeconds + 60) * 1000
const RETRY_AFTER = { retry_after: 2 }
const RETRY_HEADERS = { 'retry-after': '2' }

export async function isEnabled(runners: Runners): Promise<boolean> {
  return runners.isReady()
}

/** What the page may offer to this person. */
export async function accessOf({ user }: UserCtx, runners: Runners): Promise<'open' | 'premium_only' | 'off'> {
  if (user.role === 'user') return 'premium_only'
  return (await runners.isReady()) ? 'open' : 'off'
}

const EXAMPLE = `name = 'Codeshelf'
for i, letter in enumerate(name, start=1):
    print(i, letter * i)
`

/** What the editor opens with: a file of this person, or something to begin from. */
export async function openCode(ctx: UserCtx, id: FileId | null): Promise<{ code: string; fileName: string }> {
  if (id === null) return { code: EXAMPLE, fileName: 'playground.py' }
  const file = await files.getFile(ctx, id)
  const code = await files.getContent(ctx, file, file.version)
  return { code: code.replaceAll('\r\n', '\n'), fileName: file.fileName }
}

/**
 * What happens to a run, from its place in line to its result. A refusal is thrown before the first piece of news; after
 * it, a runner that was lost is a refusal too, and never a made-up result.
 */
export async function* runCode(
  ctx: UserCtx,
  runners: Runners,
  ask: RunAsk,
  signal: AbortSignal,
): AsyncGenerator<RunNews> {
  if (Buffer.byteLength(ask.code) > RUN_LIMITS.maxCodeBytes) {
    throw codeTooLong({ field: 'code', max: RUN_LIMITS.maxCodeBytes })
  }
  if (!(await runners.isReady())) throw sandboxUnavailable()
  const runId = ctx.newId<'run'>()
  const until = new Date(ctx.now.getTime() + HELD_MS)
  if (!(await store.takePlace(ctx.db, ctx.user.id, runId, ctx.now, until))) {
    throw runInProgress(RETRY_AFTER, RETRY_HEADERS)
  }
  try {
    yield* follow(runners, ask, signal)
  } finally {
    await store.leavePlace(ctx.db, ctx.user.id, runId)
  }
}

async function* follow(runners: Runners, ask: RunAsk, signal: AbortSignal): AsyncGenerator<RunNews> {
  const job = { ...ask, outputBytes: RUN_LIMITS.maxOutputBytes, imports: [...ALLOWED_IMPORTS] }
  const said = { stdout: '', stderr: '' }
  try {
    for await (const event of runners.run(job, signal)) {
      if (event.kind === 'output') said[event.stream] += event.text
      yield toNews(event, said)
      if (event.kind === 'end') return
    }
  } catch (error) {
    if (error instanceof NotStarted && error.isBusy) throw queueFull(RETRY_AFTER, RETRY_HEADERS)
    if (!(error instanceof NotStarted)) throw error
  }
  throw sandboxUnavailable()
}

function toNews(event: RunEvent, said: { stdout: string; stderr: string }): RunNews {
  switch (event.kind) {
    case 'end':
      return { kind: 'result', result: toResult(event.end, said) }
    case 'unavailable':
      throw event.reason === 'busy' ? queueFull(RETRY_AFTER, RETRY_HEADERS) : sandboxUnavailable()
    case 'queued':
    case 'started':
    case 'output':
      return event
  }
}

function toResult(end: RunEnd, said: { stdout: string; stderr: string }): RunResult {
  const { exitCode, verdict, executionMs, truncated, dropped } = end
  const success = exitCode === 0 && verdict === null
  const droppedBytes = dropped.stdout + dropped.stderr
  return { ...said, success, exitCode, executionMs, truncated, droppedBytes, error: verdict }
}

/** The last piece of news, for those who only want that. */
export async function resultOf(news: AsyncGenerator<RunNews>): Promise<RunResult> {
  for await (const each of news) if (each.kind === 'result') return each.result
  throw sandboxUnavailable()
}
