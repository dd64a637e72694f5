import type { NoteDraft } from '#browser/note-draft.ts'
import type { Lines } from '#browser/selected-lines.ts'
import { BOUNDS } from '../../note.ts'
import type { Fields } from '../../browser/saving/fields.ts'
import { leaveEditing, startEditing, stopEditing } from '../parts/desk.ts'
import type { Noted } from '../parts/noted.ts'
import type { MarginDesk } from './margin-desk.ts'

const NEW: Fields = {
  title: '',
  content: '',
  position: { x: BOUNDS.x.standard, y: BOUNDS.y.standard },
  size: { width: BOUNDS.width.standard, height: BOUNDS.height.standard },
  color: 'yellow',
  isMinimized: false,
  mode: 'anchored',
  lineStart: null,
  lineEnd: null,
  anchorId: null,
  anchorText: null,
}

/** A note with a text on these lines. */
export function newOnLines({ book, surface, tab }: MarginDesk, lines: Lines, content: string): Noted {
  const anchor = surface.anchorOf({ kind: 'lines', start: lines.from, end: lines.to })
  tab.value = 'placed'
  const noted = book.create({ ...NEW, ...anchor })
  book.change(noted.key, { content })
  return noted
}

/** On the lines that were selected, else on what is chosen; on the file as a whole when nothing is. */
export function createNote(desk: MarginDesk, draft: NoteDraft): void {
  if (draft.isAbandoned) return
  const { book, surface } = desk
  const { lines } = draft
  const anchor = lines
    ? surface.anchorOf({ kind: 'lines', start: lines.from, end: lines.to })
    : surface.chosen()?.anchor
  const { key } = book.create({ ...NEW, ...anchor })
  desk.tab.value = 'placed'
  desk.draft.value = { key, draft }
  startEditing(desk, key)
  draft.writeTo({
    typed: (content) => book.change(key, { content }),
    ended: (ending) => (ending === 'escape' ? leaveEditing(desk, key) : stopEditing(desk, key)),
  })
}
