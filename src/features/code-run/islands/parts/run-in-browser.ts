import type { Tool } from '#browser/python/open.ts'
import { RUN_LIMITS } from '../../limits.ts'
import { type Outcome, type RunOrder, stoppedOutcome, type RunReporter } from './session.ts'

/** Runs in a web worker. Stop and the timeout terminate the worker, because running Python cannot be interrupted. */
export function runInBrowser(words: { label: string; failed: string }) {
  let python: Tool | null = null

  return async (order: RunOrder, reporter: RunReporter): Promise<Outcome> => {
    const ended = new Promise<'stopped'>((resolve) =>
      reporter.signal.addEventListener('abort', () => resolve('stopped')),
    )
    try {
      const opened = await Promise.race([python ? Promise.resolve(python) : open(words.label, reporter), ended])
      if (opened === 'stopped') return stoppedOutcome('browser', 0)
      python = opened
    } catch {
      return { kind: 'refused', words: words.failed }
    }
    const outcome = await runIn(python, order, reporter, ended)
    if (outcome.kind === 'ended' && (outcome.error === 'stopped' || outcome.error === 'timeout')) {
      python.close()
      python = null
    }
    return outcome
  }
}

async function open(label: string, { phase }: RunReporter): Promise<Tool> {
  const { openPython } = await import('#browser/python/open.ts')
  return openPython(label, (loaded, total) =>
    phase(loaded < total ? { is: 'downloading', loaded, total } : { is: 'starting' }),
  )
}

async function runIn(
  python: Tool,
  order: RunOrder,
  { phase, output }: RunReporter,
  ended: Promise<'stopped'>,
): Promise<Outcome> {
  const since = performance.now()
  phase({ is: 'running', since })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), order.timeout * 1000)
  })
  const { code, stdin } = order
  const ask = { kind: 'run' as const, code, stdin, outputBytes: RUN_LIMITS.maxOutputBytes }
  const asked = python.ask(ask, (answer) => answer.kind === 'output' && output(answer))
  const answer = await Promise.race([asked, late, ended])
  clearTimeout(timer)
  const executionMs = performance.now() - since
  if (answer === 'stopped') return stoppedOutcome('browser', executionMs)
  if (answer === 'timeout') return { ...stoppedOutcome('browser', executionMs), error: 'timeout' }
  if (answer.kind === 'end') return { ...answer, kind: 'ended', error: null, where: 'browser' }
  return { kind: 'refused', words: answer.kind === 'failed' ? answer.reason : answer.kind }
}
