/** A file as the dashboard lists it. */
export type FileEntry = {
  id: string
  fileName: string
  language: string
  description: string
  firstLine: string
  createdAt: Date
  updatedAt: Date
}

export type LanguageCount = { name: string; n: number }
/** `day` is a UTC date, `2026-11-15`: saves are counted so. */
export type DayActivity = { day: string; saves: number }

/** The library at a glance. */
export type Overview = {
  total: number
  languages: LanguageCount[]
  recent: FileEntry[]
  pinned: FileEntry[]
  activity: DayActivity[]
}

/** `share` is of the largest, so that bars fill their place. */
export type Bar = { name: string | null; n: number; share: number }

/** The largest languages; the rest is taken together, without a name and without a share. */
export function languageBars(languages: readonly LanguageCount[], most: number): Bar[] {
  const rest = languages.slice(most - 1)
  const shown: { name: string | null; n: number }[] =
    languages.length <= most
      ? [...languages]
      : [...languages.slice(0, most - 1), { name: null, n: rest.reduce((sum, { n }) => sum + n, 0) }]
  const largest = languages[0]?.n ?? 1
  return shown.map(({ name, n }) => ({ name, n, share: name === null ? 0 : n / largest }))
}
