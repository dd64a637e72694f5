import { type Id, parseId } from './ids.ts'

/** The position in a list ordered by (moment, id) at which a page begins. */
export type Cursor<Kind extends string> = { at: Date; id: Id<Kind> }

/** Full precision on both sides: two cursors are never equal, because the id distinguishes rows that share a moment. */
export function encodeCursor({ at, id }: Cursor<string>): string {
  return encodeKeyset(`${at.getTime()}`, id)
}

/** Null when it is not a cursor of ours. */
export function decodeCursor<Kind extends string>(text: string): Cursor<Kind> | null {
  const keyset = decodeKeyset<Kind>(text)
  if (!keyset || !/^\d{1,15}$/.test(keyset.key)) return null
  const cursor = { at: new Date(Number(keyset.key)), id: keyset.id }
  return encodeCursor(cursor) === text ? cursor : null
}

/** For lists in another order: the sort key of the last row as ASCII text, and its id for rows with the same key. */
export function encodeKeyset(key: string, id: Id<string>): string {
  return toBase64Url(`${key}.${id}`)
}

export function decodeKeyset<Kind extends string>(text: string): { key: string; id: Id<Kind> } | null {
  const both = fromBase64Url(text) ?? ''
  const dot = both.lastIndexOf('.')
  const id = parseId<Kind>(both.slice(dot + 1))
  return dot === -1 || !id ? null : { key: both.slice(0, dot), id }
}

/** The cursor in the URL of a page. When it is invalid, the page starts at the top and displays a notice. */
export function parseCursor<Kind extends string>(
  text: string | undefined,
): { cursor: Cursor<Kind> | null; isInvalidCursor: boolean } {
  const cursor = text === undefined ? null : decodeCursor<Kind>(text)
  return { cursor, isInvalidCursor: text !== undefined && cursor === null }
}

function toBase64Url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): string | null {
  if (!/^[\w-]+$/.test(text)) return null
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}
