/** The words of the folder in the language of its owner. */
export type FolderWords = {
  readme: (facts: { date: string; timeZone: string; counts: FolderCounts }) => string
  renamedTitle: string
  renamedHint: string
  realName: string
  filesTitle: string
  boardNotes: string
  remindersTitle: string
  sharesTitle: string
  repositoriesTitle: string
  lines: (start: number, end: number) => string
  lostLines: (start: number, end: number) => string
  heading: string
  wholeFile: string
  untitled: string
  created: string
  changed: string
  file: string
  tags: string
  description: string
  language: string
  version: string
  favorite: string
  pinned: string
  source: string
  branch: string
  dueAt: string
  pending: string
  acknowledged: string
  publicLink: string
  internalShare: string
  expires: string
  never: string
  ended: string
  views: string
  hiddenLines: string
  onlyLines: string
  empty: string
}

export type FolderCounts = {
  files: number
  notes: number
  boards: number
  reminders: number
  shares: number
  repositories: number
}
