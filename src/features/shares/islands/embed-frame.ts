/** The only script inside an embed: reports its height to the page around it, and follows `#L3-L9`. */
import { HEIGHT, type HeightMessage, parseRange } from '../embed.ts'

/** The hash does not reach the server, so the same lines are requested in the query. */
function followHash(): void {
  if (!parseRange(location.hash)) return
  const url = new URL(location.href)
  url.searchParams.set('lines', url.hash.slice(1))
  url.hash = ''
  location.replace(url)
}

/** Any site may frame this page, so `*` is the only usable target; the height is no secret. */
function sendHeight(): void {
  const message: HeightMessage = { type: HEIGHT, height: Math.ceil(document.body.getBoundingClientRect().height) }
  if (window.parent !== window) window.parent.postMessage(message, '*')
}

followHash()
window.addEventListener('hashchange', followHash)
new ResizeObserver(sendHeight).observe(document.body)
