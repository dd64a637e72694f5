/** The address of a search. */
export function searchHref(q: string): string {
  return q === '' ? '/search' : `/search?q=${encodeURIComponent(q)}`
}
