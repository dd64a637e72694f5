import { signal } from '@preact/signals'
import type { RunError } from '../../result.ts'

export type Where = 'server' | 'browser'

/** How a run ended, or why there was none. */
export type Outcome =
  | { kind: 'ended'; exitCode: number; error: RunError | null; executionMs: number; droppedBytes: number; where: Where }
  | { kind: 'refused'; words: string }

export type Phase =
  | { is: 'idle' }
  | { is: 'downloading'; loaded: number; total: number }
  | { is: 'starting' }
  | { is: 'queued'; place: number }
  | { is: 'running'; since: number }
  | { is: 'done'; outcome: Outcome }

export type Said = { stream: 'stdout' | 'stderr'; text: string }

export type RunOrder = { code: string; stdin: string; timeout: number; memoryMb: number }

/** What a way of running tells while it runs. */
export type Telling = { phase: (phase: Phase) => void; said: (said: Said) => void; signal: AbortSignal }
export type Runner = (order: RunOrder, telling: Telling) => Promise<Outcome>

export type Session = ReturnType<typeof createSession>

/** One run at a time, wherever it happens. */
export function createSession(runners: Record<Where, Runner>, onEnd: (order: RunOrder, outcome: Outcome) => void) {
  const phase = signal<Phase>({ is: 'idle' })
  const said = signal<readonly Said[]>([])
  let current: AbortController | null = null

  const run = async (where: Where, order: RunOrder) => {
    if (current) return
    const mine = new AbortController()
    current = mine
    said.value = []
    phase.value = { is: 'starting' }
    const telling: Telling = {
      signal: mine.signal,
      // After Stop what still arrives is not ours any more.
      phase: (next) => mine.signal.aborted || (phase.value = next),
      said: (piece) => mine.signal.aborted || (said.value = joined(said.value, piece)),
    }
    const outcome = await runners[where](order, telling)
    current = null
    phase.value = { is: 'done', outcome }
    onEnd(order, outcome)
  }
  return { phase, said, run, stop: () => current?.abort(), isRunning: () => current !== null }
}

/** Neighbours of one stream are one piece: a thousand printed lines are not a thousand elements. */
function joined(said: readonly Said[], piece: Said): readonly Said[] {
  const last = said.at(-1)
  if (last?.stream !== piece.stream) return [...said, piece]
  return [...said.slice(0, -1), { stream: piece.stream, text: last.text + piece.text }]
}

export function stoppedOutcome(where: Where, executionMs: number): Extract<Outcome, { kind: 'ended' }> {
  return { kind: 'ended', exitCode: 137, error: 'stopped', executionMs, droppedBytes: 0, where }
}
