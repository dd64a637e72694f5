import { type Id, parseId } from './ids.ts'

/** A place in a list ordered by (moment, id). */
export type Cursor<Kind extends string> = { at: Date; id: Id<Kind> }

/** Full precision on both sides: two cursors never alias, and rows that share a moment are told apart by id. */
export function encodeCursor({ at, id }: Cursor<string>): string {
  return toBase64Url(`${at.getTime()}.${id}`)
}

/** Null when it is not a cursor that we could have made. */
export function decodeCursor<Kind extends string>(text: string): Cursor<Kind> | null {
  const [millis = '', rest = ''] = fromBase64Url(text)?.split('.') ?? []
  const id = parseId<Kind>(rest)
  if (!/^\d{1,15}$/.test(millis) || !id) return null
  const cursor = { at: new Date(Number(millis)), id }
  return encodeCursor(cursor) === text ? cursor : null
}

/** As a page is asked for one: what makes no sense is its start, and the page says so. */
export function readPlace<Kind extends string>(
  text: string | undefined,
): { place: Cursor<Kind> | null; misplaced: boolean } {
  const place = text === undefined ? null : decodeCursor<Kind>(text)
  return { place, misplaced: text !== undefined && place === null }
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
