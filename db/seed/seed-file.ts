/** A file of the demo library. Times are days before the seeding, so that the calendar always has something to show. */
export type SeedFile = {
  name: string
  description?: string
  tags?: string[]
  /** Oldest first. */
  versions: { daysAgo: number; content: string }[]
  isFavorite?: boolean
  isPinned?: boolean
  isTrashed?: boolean
}

/** A text without the newline after its opening quote; backslashes are kept as they stand. */
export function text(strings: TemplateStringsArray, ...values: string[]): string {
  return String.raw(strings, ...values).slice(1)
}
