/** Runs of this user in this browser; they are never sent to the server. */
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

/** Newest first; running the same code again moves it up instead of adding an entry. */
export function addRun(owner: string, run: Omit<PastRun, 'at'>): PastRun[] {
  const runs = [{ ...run, at: Date.now() }, ...readRuns(owner).filter(({ code }) => code !== run.code)].slice(0, KEPT)
  return writeRuns(owner, runs)
}

export function writeRuns(owner: string, runs: PastRun[]): PastRun[] {
  try {
    localStorage.setItem(key(owner), JSON.stringify(runs))
  } catch {
    // Storage is full: the list is a convenience, and lasts as long as the page.
  }
  return runs
}
