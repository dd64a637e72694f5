/** The kinds of items in an import. An `origin` belongs to a file; a `section` is an unknown part of an export. */
export type Kind =
  | 'file'
  | 'note'
  | 'share'
  | 'board'
  | 'view'
  | 'reminder'
  | 'repository'
  | 'origin'
  | 'settings'
  | 'section'

/** The result of one imported item, in the user's terms. Files are all listed; of other items only rejected ones. */
export type Outcome =
  | { outcome: 'saved' | 'unchanged'; path: string; fileId: string; folder: string; fileName: string; version: number }
  | { outcome: 'skipped'; path: string; files: number }
  | { outcome: 'refused'; kind: Kind; path: string; name: string | null; code: string; error: string; message: string }

export type Tally = { saved: number; unchanged: number; skipped: number; failed: number }

/** Counts of files. */
export function tally(outcomes: readonly Outcome[]): Tally {
  const count = (kind: Outcome['outcome']) => outcomes.filter(({ outcome }) => outcome === kind).length
  return {
    saved: count('saved'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
    failed: outcomes.filter((each) => each.outcome === 'refused' && each.kind === 'file').length,
  }
}

export type Counts = { saved: number; unchanged: number; failed: number }
/** Counts of the other items in an export. */
export type Extras = {
  notes: Counts
  /** `newAddress`: how many of the saved ones have another URL than in the export. */
  shares: Counts & { newAddress: number }
  boards: Counts
  views: Counts
  reminders: Counts
  repositories: Counts
  settings: Counts
}

export function noExtras(): Extras {
  const none = () => ({ saved: 0, unchanged: 0, failed: 0 })
  const shares = { ...none(), newAddress: 0 }
  const others = { views: none(), reminders: none(), repositories: none(), settings: none() }
  return { notes: none(), shares, boards: none(), ...others }
}

export function addExtras(a: Extras, b: Extras): Extras {
  const add = (x: Counts, y: Counts) => ({
    saved: x.saved + y.saved,
    unchanged: x.unchanged + y.unchanged,
    failed: x.failed + y.failed,
  })
  return {
    notes: add(a.notes, b.notes),
    shares: { ...add(a.shares, b.shares), newAddress: a.shares.newAddress + b.shares.newAddress },
    boards: add(a.boards, b.boards),
    views: add(a.views, b.views),
    reminders: add(a.reminders, b.reminders),
    repositories: add(a.repositories, b.repositories),
    settings: add(a.settings, b.settings),
  }
}

/** Saved under another name, because its own was taken. */
export function isRenamed(outcome: Outcome): boolean {
  return outcome.outcome === 'saved' && outcome.fileName !== outcome.path.slice(outcome.path.lastIndexOf('/') + 1)
}
