import { signal } from '@preact/signals'
import type { RunError } from '../../result.ts'

export type Where = 'server' | 'browser'

/** How a run ended, or why it did not start. */
export type Outcome =
  | { kind: 'ended'; exitCode: number; error: RunError | null; executionMs: number; droppedBytes: number; where: Where }
  | { kind: 'refused'; words: string }

export type Phase =
  | { is: 'idle' }
  | { is: 'downloading'; loaded: number; total: number }
  | { is: 'starting' }
  | { is: 'queued'; position: number }
  | { is: 'running'; since: number }
  | { is: 'done'; outcome: Outcome }

export type OutputPiece = { stream: 'stdout' | 'stderr'; text: string }

export type RunOrder = { code: string; stdin: string; timeout: number; memoryMb: number }

/** The callbacks of a run and its abort signal. */
export type RunReporter = { phase: (phase: Phase) => void; output: (piece: OutputPiece) => void; signal: AbortSignal }
export type Runner = (order: RunOrder, reporter: RunReporter) => Promise<Outcome>

export type Session = ReturnType<typeof createSession>

/** Allows one run at a time, on the server or in the browser. */
export function createSession(runners: Record<Where, Runner>, onEnd: (order: RunOrder, outcome: Outcome) => void) {
  const phase = signal<Phase>({ is: 'idle' })
  const output = signal<readonly OutputPiece[]>([])
  let current: AbortController | null = null

  const run = async (where: Where, order: RunOrder) => {
    if (current) return
    const mine = new AbortController()
    current = mine
    output.value = []
    phase.value = { is: 'starting' }
    const reporter: RunReporter = {
      signal: mine.signal,
      // Ignore output that arrives after Stop.
      phase: (next) => mine.signal.aborted || (phase.value = next),
      output: (piece) => mine.signal.aborted || (output.value = joined(output.value, piece)),
    }
    const outcome = await runners[where](order, reporter)
    current = null
    phase.value = { is: 'done', outcome }
    onEnd(order, outcome)
  }
  return { phase, output, run, stop: () => current?.abort(), isRunning: () => current !== null }
}

/** Merges adjacent pieces of one stream, so that a thousand printed lines do not become a thousand elements. */
function joined(output: readonly OutputPiece[], piece: OutputPiece): readonly OutputPiece[] {
  const last = output.at(-1)
  if (last?.stream !== piece.stream) return [...output, piece]
  return [...output.slice(0, -1), { stream: piece.stream, text: last.text + piece.text }]
}

export function stoppedOutcome(where: Where, executionMs: number): Extract<Outcome, { kind: 'ended' }> {
  return { kind: 'ended', exitCode: 137, error: 'stopped', executionMs, droppedBytes: 0, where }
}
