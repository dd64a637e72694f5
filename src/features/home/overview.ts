/** A file in the lists of the dashboard. */
export type FileEntry = {
  id: string
  folder: string
  fileName: string
  language: string
  description: string
  firstLine: string
  updatedAt: Date
}

export type LanguageCount = { name: string; n: number }
/** `day` is a UTC date such as `2026-11-15`, because saves are counted by UTC day. */
export type DayActivity = { day: string; saves: number }

/** The data of the dashboard. */
export type Overview = {
  total: number
  languages: LanguageCount[]
  pinned: FileEntry[]
  activity: DayActivity[]
}

/** `share` is relative to the largest, so that its bar has full width. */
export type Bar = { name: string | null; n: number; share: number }

/** The largest languages; the rest is summed up without name and share. */
export function languageBars(languages: readonly LanguageCount[], most: number): Bar[] {
  const rest = languages.slice(most - 1)
  const shown: { name: string | null; n: number }[] =
    languages.length <= most
      ? [...languages]
      : [...languages.slice(0, most - 1), { name: null, n: rest.reduce((sum, { n }) => sum + n, 0) }]
  const largest = languages[0]?.n ?? 1
  return shown.map(({ name, n }) => ({ name, n, share: name === null ? 0 : n / largest }))
}
