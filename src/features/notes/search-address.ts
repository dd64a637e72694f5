import { type ColorId, parseColor } from './colors.ts'

/** What the search page is asked: all of it is in its address, so it can be shared and Back works. */
export type SearchAsk = { q: string; color: ColorId | null }

export function searchHref({ q, color }: SearchAsk): string {
  const query = new URLSearchParams()
  if (q !== '') query.set('q', q)
  if (color !== null) query.set('color', color)
  return query.size === 0 ? '/notes/search' : `/notes/search?${query.toString()}`
}

/** A colour that does not exist asks for none: the chips show that all colours are shown. */
export function searchAsk(fields: { q?: string | null | undefined; color?: string | null | undefined }): SearchAsk {
  return { q: fields.q ?? '', color: parseColor(fields.color ?? '') }
}
