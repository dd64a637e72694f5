import type { NoteDraft } from '#browser/note-draft.ts'
import type { Lines } from '#browser/selected-lines.ts'
import { BOUNDS } from '../../note.ts'
import type { Spot } from '../../browser/margin/spot.ts'
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
  tags: [],
  isMinimized: false,
  mode: 'anchored',
  lineStart: null,
  lineEnd: null,
  anchorId: null,
  anchorText: null,
}

/** A note with a text on these lines. */
export function newOnLines(desk: MarginDesk, lines: Lines, content: string): Noted {
  const { book, tab } = desk
  tab.value = 'placed'
  const noted = createAt(desk, { kind: 'lines', start: lines.from, end: lines.to })
  book.change(noted.key, { content })
  return noted
}

/** On the lines that were selected, else on what is chosen; on the file as a whole when nothing is. */
export function createNote(desk: MarginDesk, draft: NoteDraft): void {
  if (draft.isAbandoned) return
  const { book, surface } = desk
  const { lines } = draft
  const spot = lines ? ({ kind: 'lines', start: lines.from, end: lines.to } as const) : surface.chosen()?.spot
  const { key } = createAt(desk, spot ?? { kind: 'file' })
  desk.tab.value = 'placed'
  desk.draft.value = { key, draft }
  startEditing(desk, key)
  draft.writeTo({
    typed: (content) => book.change(key, { content }),
    ended: (ending) => (ending === 'escape' ? leaveEditing(desk, key) : stopEditing(desk, key)),
  })
}

function createAt({ book, surface, unsaved }: MarginDesk, spot: Spot): Noted {
  const noted = book.create({ ...NEW, ...surface.anchorOf(spot) })
  unsaved?.attached(noted.key, spot)
  return noted
}
