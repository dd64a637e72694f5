import { keysOf } from '#base/keys-of.ts'
import type { LocalizedText } from '#base/messages.ts'
import type { InboxShow } from '#features/notes/inbox.ts'

/** `reads`: the notes that the database finds; of the movable ones, those in the wanted state are kept. `empty`: said when no note is left; null where the words for any filter fit. */
type NoteFilter = {
  reads: InboxShow
  label: LocalizedText
  empty: { title: LocalizedText; text: LocalizedText } | null
}

const ALL_CHECKED = {
  he: 'נבדקו כל הפתקים שעל שורות. פתקים שעל כותרות נבדקים כשפותחים את הקובץ.',
  en: 'All notes on lines were checked. Notes on headings are checked when their file is opened.',
}

/** What `show=` of /notes chooses, one row each in the order of the page. */
export const NOTE_FILTERS = {
  all: { reads: 'all', label: { he: 'הכול', en: 'All' }, empty: null },
  tasks: {
    reads: 'tasks',
    label: { he: 'משימות פתוחות', en: 'Open tasks' },
    empty: {
      title: { he: 'אין משימות פתוחות', en: 'No open tasks' },
      text: {
        he: 'פתק מופיע כאן כשיש בו תיבת סימון ריקה: ‎- [ ]',
        en: 'A note is listed here while it has an empty checkbox: - [ ]',
      },
    },
  },
  reminder: {
    reads: 'reminder',
    label: { he: 'עם תזכורת', en: 'With a reminder' },
    empty: {
      title: { he: 'אין תזכורות', en: 'No reminders' },
      text: {
        he: 'הפעמון שבתחתית כל פתק קובע מתי לחזור אליו.',
        en: 'The bell at the foot of every note sets when to come back to it.',
      },
    },
  },
  changed: {
    reads: 'movable',
    label: { he: 'הטקסט השתנה', en: 'Text changed' },
    empty: { title: { he: 'הטקסט של אף פתק לא השתנה', en: 'The text of no note has changed' }, text: ALL_CHECKED },
  },
  lost: {
    reads: 'movable',
    label: { he: 'לא משויכים', en: 'Unplaced' },
    empty: { title: { he: 'כל הפתקים במקומם', en: 'All notes are in their place' }, text: ALL_CHECKED },
  },
} as const satisfies Record<string, NoteFilter>

export type Show = keyof typeof NOTE_FILTERS
export const SHOWS = keysOf(NOTE_FILTERS)
