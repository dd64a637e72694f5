import { isoUtc } from '#base/time.ts'
import type { Change } from './change.ts'
import type { ShownReminder } from './reminder.ts'
import type { Series } from './repeat.ts'

/** A reminder in a list, as pages hand it to the browser. */
export type Listed = {
  noteId: string
  /** The first words of the note. */
  name: string
  /** The location of the note as text, and its link. */
  location: string
  url: string
  /** The exact string of the server, which is sent back to identify the reminder. */
  remindAt: string
  /** Null when it does not repeat. */
  series: Series | null
  /** What the watch of the note found; null when it has not fired. */
  change: Change | null
}

export function toListed({ noteId, name, location, url, remindAt, series, change }: ShownReminder): Listed {
  return { noteId, name, location, url, remindAt: isoUtc(remindAt), series, change }
}
