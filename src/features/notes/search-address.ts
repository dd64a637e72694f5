import { type ColorId, parseColor } from './colors.ts'

/** The parameters of the search page. All of them are in the URL, so that it can be shared and Back works. */
export type NoteSearchQuery = { q: string; color: ColorId | null }

export function searchHref({ q, color }: NoteSearchQuery): string {
  const query = new URLSearchParams()
  if (q !== '') query.set('q', q)
  if (color !== null) query.set('color', color)
  return query.size === 0 ? '/notes/search' : `/notes/search?${query.toString()}`
}

/** An unknown colour is ignored, and the chips show that all colours are selected. */
export function parseNoteSearch(fields: {
  q?: string | null | undefined
  color?: string | null | undefined
}): NoteSearchQuery {
  return { q: fields.q ?? '', color: parseColor(fields.color ?? '') }
}
