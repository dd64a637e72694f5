import type { Locale } from '#base/messages.ts'
import { isoUtc } from '#base/time.ts'
import { BODY_CHARS, truncate, type Notification, TITLE_CHARS } from '#features/push/public.ts'
import type { ShownReminder } from '../reminder.ts'

/** The first line of the note and its location. */
export function notificationOf(shown: ShownReminder, note: NoteStart, lang: Locale | null): Notification {
  const firstLine = note.start.split('\n').find((line) => line.trim() !== '') ?? ''
  const remindAt = isoUtc(shown.remindAt)
  return {
    kind: 'reminder',
    lang,
    title: truncate(note.title || firstLine || shown.anchorText || shown.location, TITLE_CHARS),
    body: truncate(shown.location, BODY_CHARS),
    url: shown.url,
    // One tag per note and time: a repeated push replaces the notification, and a reminder set again shows a new one.
    tag: `${shown.noteId}@${remindAt}`,
    note_id: shown.noteId,
    remind_at: remindAt,
  }
}

type NoteStart = { title: string; start: string }
