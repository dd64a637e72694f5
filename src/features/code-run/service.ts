import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { RunNotStarted } from '#platform/runners/client.ts'
import type { Fleet } from '#platform/runners/fleet.ts'
import type { RunEnd, RunEvent } from '#platform/runners/protocol.ts'
import * as files from '#features/files/public.ts'
import type { RunRequest } from './ask.ts'
import { ALLOWED_IMPORTS, RUN_LIMITS } from './limits.ts'
import { codeTooLong, queueFull, runInProgress, sandboxUnavailable } from './problems.ts'
import type { RunUpdate, RunResult } from './result.ts'
import * as store from './store.ts'

export type Runners = Fleet

/** A slot expires after the longest possible wait and run plus a margin: a process that holds it longer has crashed. */
const HELD_MS = (RUN_LIMITS.maxTimeoutSeconds + 60) * 1000
const RETRY_AFTER = { retry_after: 2 }
const RETRY_HEADERS = { 'retry-after': '2' }

export async function isEnabled(runners: Runners): Promise<boolean> {
  return runners.isReady()
}

/** Which runners the page offers to this user. */
export async function accessOf({ user }: UserCtx, runners: Runners): Promise<'open' | 'premium_only' | 'off'> {
  if (user.role === 'user') return 'premium_only'
  return (await runners.isReady()) ? 'open' : 'off'
}

const EXAMPLE = `name = 'Codeshelf'
for i, letter in enumerate(name, start=1):
    print(i, letter * i)
`

/** The initial code of the editor: a file of this user, or an example. */
export async function openCode(ctx: UserCtx, id: FileId | null): Promise<{ code: string; fileName: string }> {
  if (id === null) return { code: EXAMPLE, fileName: 'playground.py' }
  const file = await files.getFile(ctx, id)
  const code = await files.getContent(ctx, file, file.version)
  return { code: code.replaceAll('\r\n', '\n'), fileName: file.fileName }
}

/**
 * Streams the events of a run from its queue position to its result. Problems are thrown before the first event; a runner
 * lost after it is a problem too, never an invented result.
 */
export async function* runCode(
  ctx: UserCtx,
  runners: Runners,
  ask: RunRequest,
  signal: AbortSignal,
): AsyncGenerator<RunUpdate> {
  if (Buffer.byteLength(ask.code) > RUN_LIMITS.maxCodeBytes) {
    throw codeTooLong({ field: 'code', max: RUN_LIMITS.maxCodeBytes })
  }
  if (!(await runners.isReady())) throw sandboxUnavailable()
  const runId = ctx.newId<'run'>()
  const until = new Date(ctx.now.getTime() + HELD_MS)
  if (!(await store.claimSlot(ctx.db, ctx.user.id, runId, ctx.now, until))) {
    throw runInProgress(RETRY_AFTER, RETRY_HEADERS)
  }
  try {
    yield* follow(runners, ask, signal)
  } finally {
    await store.releaseSlot(ctx.db, ctx.user.id, runId)
  }
}

async function* follow(runners: Runners, ask: RunRequest, signal: AbortSignal): AsyncGenerator<RunUpdate> {
  const job = { ...ask, outputBytes: RUN_LIMITS.maxOutputBytes, imports: [...ALLOWED_IMPORTS] }
  const output = { stdout: '', stderr: '' }
  try {
    for await (const event of runners.run(job, signal)) {
      if (event.kind === 'output') output[event.stream] += event.text
      yield toRunUpdate(event, output)
      if (event.kind === 'end') return
    }
  } catch (error) {
    if (error instanceof RunNotStarted && error.isBusy) throw queueFull(RETRY_AFTER, RETRY_HEADERS)
    if (!(error instanceof RunNotStarted)) throw error
  }
  // A person who left before the run began is no failure of the sandbox.
  if (signal.aborted) return
  throw sandboxUnavailable()
}

function toRunUpdate(event: RunEvent, output: { stdout: string; stderr: string }): RunUpdate {
  switch (event.kind) {
    case 'end':
      return { kind: 'result', result: toResult(event.end, output) }
    case 'unavailable':
      throw event.reason === 'busy' ? queueFull(RETRY_AFTER, RETRY_HEADERS) : sandboxUnavailable()
    case 'queued':
    case 'started':
    case 'output':
      return event
  }
}

function toResult(end: RunEnd, output: { stdout: string; stderr: string }): RunResult {
  const { exitCode, verdict, executionMs, truncated, dropped } = end
  const success = exitCode === 0 && verdict === null
  const droppedBytes = dropped.stdout + dropped.stderr
  return { ...output, success, exitCode, executionMs, truncated, droppedBytes, error: verdict }
}

/** Returns only the last event. */
export async function awaitResult(news: AsyncGenerator<RunUpdate>): Promise<RunResult> {
  for await (const each of news) if (each.kind === 'result') return each.result
  throw sandboxUnavailable()
}
