import type { Locale } from '#base/messages.ts'
import { isoUtc } from '#base/time.ts'
import { BODY_CHARS, fit, type Notification, TITLE_CHARS } from '#features/push/public.ts'
import type { ShownReminder } from '../reminder.ts'

/** The first line of the note, and where it is. */
export function notificationOf(shown: ShownReminder, note: NoteStart, lang: Locale | null): Notification {
  const firstLine = note.start.split('\n').find((line) => line.trim() !== '') ?? ''
  const remindAt = isoUtc(shown.remindAt)
  return {
    kind: 'reminder',
    lang,
    title: fit(note.title || firstLine || shown.anchorText || shown.place, TITLE_CHARS),
    body: fit(shown.place, BODY_CHARS),
    url: shown.url,
    // Per note and moment: a repeat replaces what is shown, a re-armed reminder is shown again.
    tag: `${shown.noteId}@${remindAt}`,
    note_id: shown.noteId,
    remind_at: remindAt,
  }
}

type NoteStart = { title: string; start: string }
