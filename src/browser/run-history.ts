/** Runs of this person in this browser; they never leave it. */
export type PastRun = { at: number; code: string; words: string; ok: boolean }

const KEPT = 20
const key = (owner: string) => `runs:${owner}`

export function readRuns(owner: string): PastRun[] {
  try {
    const list = JSON.parse(localStorage.getItem(key(owner)) ?? '[]') as unknown
    return Array.isArray(list) ? (list as PastRun[]) : []
  } catch {
    return []
  }
}

/** The newest first; the same code run again moves up instead of filling the list. */
export function keepRun(owner: string, run: Omit<PastRun, 'at'>): PastRun[] {
  const runs = [{ ...run, at: Date.now() }, ...readRuns(owner).filter(({ code }) => code !== run.code)].slice(0, KEPT)
  return writeRuns(owner, runs)
}

export function writeRuns(owner: string, runs: PastRun[]): PastRun[] {
  try {
    localStorage.setItem(key(owner), JSON.stringify(runs))
  } catch {
    // No room: this list is a convenience, and stays for as long as the page does.
  }
  return runs
}
