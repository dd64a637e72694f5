import type { Signal } from '@preact/signals'
import { type Entry, shown } from '../../browser/saving/entry.ts'
import type { Fields } from '../../browser/saving/fields.ts'
import type { ListedLinks, NoteLocation } from '../../browser/saving/listed-note.ts'

/** One note of a page. Its signals change alone, so that typing into one note renders only that note. */
export type Noted = {
  key: string
  entry: Signal<Entry>
  location: Signal<NoteLocation>
  links: Signal<ListedLinks>
  createdAt: string
}

/** What the user sees of a note: what is stored, with the unsaved edits over it. */
export function fieldsOf({ entry }: Pick<Noted, 'entry'>): Fields {
  return shown(entry.value)
}
