/** What became of one thing that came in, in the words of the person who sent it. */
export type Outcome =
  | { outcome: 'saved' | 'unchanged'; path: string; fileId: string; fileName: string; version: number }
  | { outcome: 'skipped'; path: string; files: number }
  | { outcome: 'refused'; path: string; code: string; error: string; message: string }

export type Tally = { saved: number; unchanged: number; skipped: number; failed: number }

export function tally(outcomes: readonly Outcome[]): Tally {
  const count = (kind: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === kind).length
  return {
    saved: count('saved'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
    failed: count('refused'),
  }
}

/** It was kept under another name than it came with, because that one was taken. */
export function isRenamed(outcome: Outcome): boolean {
  return outcome.outcome === 'saved' && outcome.fileName !== outcome.path.slice(outcome.path.lastIndexOf('/') + 1)
}
