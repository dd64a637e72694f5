import type { Lines } from './selected-lines.ts'

type Receive = (lines: Lines) => void
let receive: Receive | null = null
let asked: Lines | null = null

/** Asks for a note on these lines that watches them. The notes island makes it, also when it loads later. */
export function requestWatch(lines: Lines | null): void {
  if (!lines) return
  if (receive) receive(lines)
  else asked = lines
}

export function onWatchRequested(run: Receive): () => void {
  receive = run
  if (asked) run(asked)
  asked = null
  return () => (receive = null)
}
