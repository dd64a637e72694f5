import { RUN_LIMITS } from '../../limits.ts'
import type { RunWords } from '../../messages.ts'
import type { Outcome, Phase, RunOrder } from './session.ts'

export type Tone = 'quiet' | 'busy' | 'success' | 'warn' | 'error'
export type Line = { tone: Tone; words: string }

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
export const secondsOf = (ms: number) => (ms / 1000).toFixed(ms < 10_000 ? 2 : 1)

/** The status line above the output. */
export function phaseLine(t: RunWords, phase: Phase, order: RunOrder | null, now: number): Line | null {
  switch (phase.is) {
    case 'idle':
      return null
    case 'downloading':
      return { tone: 'busy', words: t.downloading(megabytes(phase.loaded), megabytes(phase.total)) }
    case 'starting':
      return { tone: 'busy', words: t.starting }
    case 'queued':
      return { tone: 'busy', words: t.queued(phase.position) }
    case 'running':
      return { tone: 'busy', words: t.running((Math.max(0, now - phase.since) / 1000).toFixed(1)) }
    case 'done':
      return outcomeLine(t, phase.outcome, order)
  }
}

export function outcomeLine(t: RunWords, outcome: Outcome, order: RunOrder | null): Line {
  if (outcome.kind === 'refused') return { tone: 'error', words: `${t.unavailable}: ${outcome.words}` }
  switch (outcome.error) {
    case 'timeout':
      return { tone: 'warn', words: t.timedOut(order?.timeout ?? RUN_LIMITS.defaultTimeoutSeconds) }
    case 'memory_limit':
      return { tone: 'warn', words: t.outOfMemory(order?.memoryMb ?? RUN_LIMITS.defaultMemoryMb) }
    case 'process_limit':
      return { tone: 'warn', words: t.tooManyProcesses }
    case 'output_limit':
      return { tone: 'warn', words: t.tooMuchOutput }
    case 'import_not_allowed':
      return { tone: 'warn', words: t.importNotAllowed }
    case 'stopped':
      return { tone: 'quiet', words: outcome.where === 'browser' ? t.stoppedLost : t.stopped }
    case null:
      return outcome.exitCode === 0
        ? { tone: 'success', words: t.finished }
        : { tone: 'error', words: t.failed(outcome.exitCode) }
  }
}
