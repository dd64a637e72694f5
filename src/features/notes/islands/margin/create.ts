import { BOUNDS } from '../../note.ts'
import type { Fields } from '../../saving/fields.ts'
import { startEditing } from '../parts/desk.ts'
import type { MarginDesk } from './margin-desk.ts'
import { showAt } from './surface.ts'
import { spotOfKey } from './margin-desk.ts'

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

/** On what is chosen; on the file as a whole when nothing is. */
export function createNote(desk: MarginDesk): void {
  const { anchor = {} } = desk.surface.chosen() ?? {}
  createAt(desk, anchor)
}

function createAt(desk: MarginDesk, anchor: Partial<Fields>): void {
  const noted = desk.book.create({ ...NEW, ...anchor })
  desk.tab.value = 'placed'
  startEditing(desk, noted.key)
  const placed = spotOfKey(desk, noted.key)
  if (placed) showAt(desk.surface, placed.spot)
}
