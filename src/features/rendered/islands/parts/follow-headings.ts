/** Marks the current heading in the outline. */
export function followHeadings(prose: HTMLElement): () => void {
  const links = new Map(
    Array.from(document.querySelectorAll<HTMLAnchorElement>('.md-outline a'), (link) => [
      decodeURIComponent(link.hash.slice(1)),
      link,
    ]),
  )
  if (links.size === 0) return () => undefined
  const headings = Array.from(prose.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')).filter(({ id }) =>
    links.has(id),
  )
  let current: HTMLAnchorElement | undefined
  const mark = () => {
    const above = headings.findLast((heading) => heading.getBoundingClientRect().top < READING_LINE_PX)
    const link = links.get((above ?? headings[0])?.id ?? '')
    if (link === current) return
    current?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    current = link
  }
  document.addEventListener('scroll', mark, { passive: true })
  mark()
  return () => document.removeEventListener('scroll', mark)
}

/** Below the two sticky bars and the scroll margin of a heading. */
const READING_LINE_PX = 140
