import type { Signal } from '@preact/signals'
import type { Entry } from '../../browser/saving/entry.ts'
import type { NoteLocation } from '../../browser/saving/listed-note.ts'

/** One note of a page. Its signals change alone, so that typing into one note renders only that note. */
export type Noted = { key: string; entry: Signal<Entry>; location: Signal<NoteLocation>; createdAt: string }
