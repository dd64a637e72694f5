import type { FileId, NoteId } from '#base/ids.ts'
import { plainText } from '#base/plain-text.ts'
import type { Change } from './change.ts'
import type { Series } from './repeat.ts'

export const PRESETS = ['1h', '3h', '24h', '1w', 'today-21', 'tomorrow-09'] as const
export type Preset = (typeof PRESETS)[number]

export const SNOOZE_MINUTES = { min: 1, max: 1440, fallback: 60 } as const
export const LIST_LIMIT = { min: 1, max: 50, fallback: 20 } as const
const PREVIEW_WORDS = 6

export type Reminder = {
  noteId: NoteId
  fileId: FileId | null
  remindAt: Date
  status: 'pending' | 'acknowledged'
  ackAt: Date | null
}

/**
 * A stored reminder. `pushAt`: when its deliveries are created; null afterwards. `nextAt`: the next occurrence of a reminder
 * that repeats.
 */
export type ExactReminder = Pick<Reminder, 'remindAt' | 'status' | 'ackAt'> & {
  pushAt: Date | null
  series: Series | null
  nextAt: Date | null
}

/** A reminder with its rule, and with the first words and the URL of its note. */
export type ShownReminder = Reminder & {
  series: Series | null
  /** The words as they are stored. */
  preview: string
  /** The same without Markdown, for pages. */
  name: string
  anchorId: string | null
  anchorText: string | null
  url: string
  /** The file with its line, the board, or the path in its repository. */
  location: string
  /** Since when its watch is off, because the code changed. */
  changedAt: Date | null
  /** What the watch found, in lists. */
  change: Change | null
}

/** The delivery of one reminder to one device. */
export type Delivery = {
  remindAt: Date
  /** Null when the device is no longer subscribed. */
  device: string | null
  status: 'waiting' | 'sending' | 'sent' | 'gone' | 'failed' | 'cancelled'
  attempts: number
  nextAt: Date | null
  endedAt: Date | null
}

/** The first words of a note, or the text of its anchor when it has none. */
export function previewOf(content: string, anchorText: string | null): Pick<ShownReminder, 'preview' | 'name'> {
  const firstWords = (text: string) => text.split(/\s+/u).filter(Boolean).slice(0, PREVIEW_WORDS).join(' ')
  return {
    preview: firstWords(content) || (anchorText ?? ''),
    name: firstWords(plainText(content)) || (anchorText ?? ''),
  }
}
