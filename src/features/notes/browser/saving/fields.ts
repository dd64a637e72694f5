import { collapseTitle, type Note } from '../../note.ts'

/** The fields of a note that the user can change. */
export type Fields = Pick<
  Note,
  | 'title'
  | 'content'
  | 'position'
  | 'size'
  | 'color'
  | 'tags'
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

/** The text of a note, without its position and appearance. */
export type NoteText = Pick<Fields, 'title' | 'content'>

export function noteTextOf({ title, content }: NoteText): NoteText {
  return { title, content }
}

export function isSameText(a: NoteText, b: NoteText): boolean {
  return a.title === b.title && a.content === b.content
}

export function hasText(edit: Edit): boolean {
  return edit.title !== undefined || edit.content !== undefined
}

export function withoutText({ title: _title, content: _content, ...rest }: Edit): Edit {
  return rest
}

/** `edit` without the fields that `other` has. */
export function withoutFields(edit: Edit, other: Edit): Edit {
  const rest = { ...edit }
  for (const name of FIELD_NAMES) if (name in other) delete rest[name]
  return rest
}

export function isEmpty(edit: Edit): boolean {
  return Object.keys(edit).length === 0
}

/** On the whole file. */
export const NO_ANCHOR = { lineStart: null, lineEnd: null, anchorId: null, anchorText: null } satisfies Edit

/** The anchor that an edit sets; nothing when it sets none. */
export function anchorIn({ lineStart, lineEnd, anchorId, anchorText }: Edit): Edit {
  if (lineStart === undefined || lineEnd === undefined) return {}
  return {
    lineStart,
    lineEnd,
    ...(anchorId !== undefined && { anchorId }),
    ...(anchorText !== undefined && { anchorText }),
  }
}

/** Only what differs from `fields`. */
export function changesTo(edit: Edit, fields: Fields): Edit {
  const changed = { ...edit }
  for (const name of FIELD_NAMES) if (isEqual(edit[name], fields[name])) delete changed[name]
  return changed
}

export const FIELD_NAMES = [
  'title',
  'content',
  'position',
  'size',
  'color',
  'tags',
  'isMinimized',
  'mode',
  'lineStart',
  'lineEnd',
  'anchorId',
  'anchorText',
] as const satisfies readonly (keyof Fields)[]

/** Titles are compared with collapsed whitespace, as the server stores them. */
export function isSameField(name: keyof Fields, a: Edit, b: Edit): boolean {
  if (name === 'title') return collapseTitle(a.title ?? '') === collapseTitle(b.title ?? '')
  return isEqual(a[name], b[name])
}

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}
