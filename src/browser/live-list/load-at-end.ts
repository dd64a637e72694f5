/** How far below the window the next page is loaded: two screens, so that scrolling does not stop at the end of each page. */
const AHEAD = '0px 0px 1600px 0px'

/**
 * Calls `load` when the link to the next page comes near the window. The link stays for keyboards and for browsers without script.
 * `body` contains the list and is not replaced with it.
 */
export function loadAtEnd(body: string, link: string, load: (link: HTMLAnchorElement) => void): () => void {
  let watched: HTMLAnchorElement | null = null
  const end = new IntersectionObserver(
    (entries) => {
      if (watched && entries.some(({ isIntersecting }) => isIntersecting)) load(watched)
    },
    { rootMargin: AHEAD },
  )
  const watch = () => {
    const next = document.querySelector<HTMLAnchorElement>(link)
    if (next === watched) return
    if (watched) end.unobserve(watched)
    watched = next
    if (next) end.observe(next)
  }
  // Every page and every list brings a link of its own.
  const changes = new MutationObserver(watch)
  const host = document.querySelector(body)
  if (host) changes.observe(host, { childList: true, subtree: true })
  watch()
  return () => {
    end.disconnect()
    changes.disconnect()
  }
}
