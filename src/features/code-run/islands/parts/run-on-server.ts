import { ServerProblem, streamEvents } from '#browser/server-sent.ts'
import type { RunError } from '../../result.ts'
import type { StreamedResult } from '../../schema.ts'
import { type Outcome, type RunOrder, stoppedOutcome, type RunReporter } from './session.ts'

/** Runs in the sandbox and streams its output. Stop closes the connection, upon which the server ends the run. */
export function runOnServer(words: { offline: string }) {
  return async (order: RunOrder, { phase, output, signal }: RunReporter): Promise<Outcome> => {
    const since = performance.now()
    const body = { code: order.code, stdin: order.stdin, timeout: order.timeout, memory_limit_mb: order.memoryMb }
    try {
      for await (const { event, data } of streamEvents('/api/code/run/stream', body, signal)) {
        if (event === 'queued') phase({ is: 'queued', position: Number(data['place']) })
        if (event === 'started') phase({ is: 'running', since: performance.now() })
        if (event === 'output')
          output({ stream: data['stream'] === 'stderr' ? 'stderr' : 'stdout', text: String(data['text']) })
        if (event === 'result') return toOutcome(data)
      }
      return { kind: 'refused', words: words.offline }
    } catch (error) {
      if (signal.aborted) return stoppedOutcome('server', performance.now() - since)
      return { kind: 'refused', words: error instanceof ServerProblem ? error.refusal.message : words.offline }
    }
  }
}

function toOutcome(data: Partial<Record<keyof StreamedResult, unknown>>): Outcome {
  return {
    kind: 'ended',
    where: 'server',
    exitCode: Number(data.exit_code),
    error: isError(data.error) ? data.error : null,
    executionMs: Number(data.execution_time_ms),
    droppedBytes: Number(data.dropped_bytes),
  }
}

const ERRORS: readonly RunError[] = [
  'timeout',
  'memory_limit',
  'process_limit',
  'output_limit',
  'import_not_allowed',
  'stopped',
]

function isError(value: unknown): value is RunError {
  return ERRORS.some((error) => error === value)
}
