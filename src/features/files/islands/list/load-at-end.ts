/** How far below the window the next page is loaded: two screens, so that scrolling does not stop at the end of each page. */
const AHEAD = '0px 0px 1600px 0px'

/** Calls `load` when the link to the next page comes near the window. The link stays for keyboards and for browsers without script. */
export function loadAtEnd(load: (link: HTMLAnchorElement) => void): () => void {
  let watched: HTMLAnchorElement | null = null
  const end = new IntersectionObserver(
    (entries) => {
      if (watched && entries.some(({ isIntersecting }) => isIntersecting)) load(watched)
    },
    { rootMargin: AHEAD },
  )
  const watch = () => {
    const link = document.querySelector<HTMLAnchorElement>('#results a[rel="next"]')
    if (link === watched) return
    if (watched) end.unobserve(watched)
    watched = link
    if (link) end.observe(link)
  }
  // Every page and every list brings a link of its own.
  const changes = new MutationObserver(watch)
  const body = document.querySelector('.files-body')
  if (body) changes.observe(body, { childList: true, subtree: true })
  watch()
  return () => {
    end.disconnect()
    changes.disconnect()
  }
}
