import { type Id, parseId } from './ids.ts'

/** The position in a list ordered by (moment, id) at which a page begins. */
export type Cursor<Kind extends string> = { at: Date; id: Id<Kind> }

/** Full precision on both sides: two cursors are never equal, because the id distinguishes rows that share a moment. */
export function encodeCursor({ at, id }: Cursor<string>): string {
  return toBase64Url(`${at.getTime()}.${id}`)
}

/** Null when it is not a cursor of ours. */
export function decodeCursor<Kind extends string>(text: string): Cursor<Kind> | null {
  const [millis = '', rest = ''] = fromBase64Url(text)?.split('.') ?? []
  const id = parseId<Kind>(rest)
  if (!/^\d{1,15}$/.test(millis) || !id) return null
  const cursor = { at: new Date(Number(millis)), id }
  return encodeCursor(cursor) === text ? cursor : null
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
