import type { Locale, LocalizedText } from '#base/messages.ts'
import { firstPlainLine } from '#base/plain-text.ts'
import { isoUtc, sameMoment } from '#base/time.ts'
import { BODY_CHARS, truncate, type Notification, TITLE_CHARS } from '#features/push/public.ts'
import type { ShownReminder } from '../reminder.ts'

/** The first line of the note and its location. */
export function notificationOf(shown: ShownReminder, note: NoteStart, lang: Locale | null): Notification {
  const remindAt = isoUtc(shown.remindAt)
  return {
    kind: 'reminder',
    lang,
    title: truncate(note.title || firstPlainLine(note.start) || shown.anchorText || shown.location, TITLE_CHARS),
    body: truncate(bodyOf(shown, lang), BODY_CHARS),
    url: shown.url,
    // One tag per note and time: a repeated push replaces the notification, and a reminder set again shows a new one.
    tag: `${shown.noteId}@${remindAt}`,
    note_id: shown.noteId,
    remind_at: remindAt,
  }
}

const CHANGED: LocalizedText = { he: 'הקוד השתנה', en: 'The code changed' }

/** Of a change of the code, its location after these words. Without a language: that of the site. */
function bodyOf({ location, remindAt, changedAt }: ShownReminder, lang: Locale | null): string {
  const isChange = changedAt !== null && sameMoment(changedAt, remindAt)
  return isChange ? `${CHANGED[lang ?? 'he']} · ${location}` : location
}

type NoteStart = { title: string; start: string }
