import type { ImportResult } from './view.ts'

/** The counts of an import. `kept`: changed on both sides, so nothing was replaced. */
export type Taken = { saved: number; unchanged: number; refused: number; kept: number }

export function takenOf({ saved, unchanged, refused }: ImportResult): Taken {
  const kept = refused.filter(({ code }) => code === 'changed_here').length
  return { saved, unchanged, refused: refused.length - kept, kept }
}
