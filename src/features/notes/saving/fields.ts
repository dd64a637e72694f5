import type { Note } from '../note.ts'

/** What a person can change of a note. */
export type Fields = Pick<
  Note,
  | 'title'
  | 'content'
  | 'position'
  | 'size'
  | 'color'
  | 'isMinimized'
  | 'mode'
  | 'lineStart'
  | 'lineEnd'
  | 'anchorId'
  | 'anchorText'
>

export type Edit = Partial<Fields>

/** A note as the server has it. */
export type Stored = { fields: Fields; updatedAt: string }

/** What a note says, as opposed to where it is and how it looks. */
export type Said = Pick<Fields, 'title' | 'content'>

export function saidOf({ title, content }: Said): Said {
  return { title, content }
}

export function saysSame(a: Said, b: Said): boolean {
  return a.title === b.title && a.content === b.content
}

export function hasText(edit: Edit): boolean {
  return edit.title !== undefined || edit.content !== undefined
}

export function withoutText({ title: _title, content: _content, ...rest }: Edit): Edit {
  return rest
}

export function isEmpty(edit: Edit): boolean {
  return Object.keys(edit).length === 0
}

/** Only what differs from `fields`. */
export function changesTo(edit: Edit, fields: Fields): Edit {
  const changed = { ...edit }
  for (const name of FIELD_NAMES) if (isEqual(edit[name], fields[name])) delete changed[name]
  return changed
}

const FIELD_NAMES = [
  'title',
  'content',
  'position',
  'size',
  'color',
  'isMinimized',
  'mode',
  'lineStart',
  'lineEnd',
  'anchorId',
  'anchorText',
] as const satisfies readonly (keyof Fields)[]

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}
