import { isoUtc } from '#base/time.ts'
import type { ShownReminder } from './reminder.ts'

/** A reminder in a list, as pages hand it to the browser. */
export type Listed = {
  noteId: string
  preview: string
  /** Where the note is: words and a link. */
  place: string
  url: string
  /** The exact text that the server sent: it is sent back to say which moment is meant. */
  remindAt: string
}

export function toListed({ noteId, preview, place, url, remindAt }: ShownReminder): Listed {
  return { noteId, preview, place, url, remindAt: isoUtc(remindAt) }
}
