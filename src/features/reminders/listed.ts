import { isoUtc } from '#base/time.ts'
import type { ShownReminder } from './reminder.ts'
import type { Series } from './repeat.ts'

/** A reminder in a list, as pages hand it to the browser. */
export type Listed = {
  noteId: string
  preview: string
  /** The location of the note as text, and its link. */
  location: string
  url: string
  /** The exact string of the server, which is sent back to identify the reminder. */
  remindAt: string
  /** Null when it does not repeat. */
  series: Series | null
}

export function toListed({ noteId, preview, location, url, remindAt, series }: ShownReminder): Listed {
  return { noteId, preview, location, url, remindAt: isoUtc(remindAt), series }
}
