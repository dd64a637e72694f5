import type { ColorId } from '#features/notes/color-ids.ts'

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
  notes?: readonly SeedNote[]
}

/** Put on the version of its day, so that later ones carry it along. */
export type SeedNote = {
  daysAgo: number
  content: string
  title?: string
  color?: ColorId
  lines?: [start: number, end: number]
  heading?: { id: string; text: string }
  /** Days from the seeding to its reminder; less than zero has fallen due. */
  remindInDays?: number
}

/** A text without the newline after its opening quote; backslashes are kept as they stand. */
export function text(strings: TemplateStringsArray, ...values: string[]): string {
  return String.raw(strings, ...values).slice(1)
}
