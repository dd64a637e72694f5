import type { Range } from '#base/diff/similar.ts'

const PIECES = /<[^>]+>|&[^;]+;|[^<&]/gu

/** Wraps ranges of one highlighted line in `<mark>`. A mark is closed before each tag and reopened after it. */
export function markWords(html: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return html
  let out = ''
  let at = 0
  let open = false
  const turn = (on: boolean) => {
    if (on !== open) out += on ? '<mark>' : '</mark>'
    open = on
  }
  for (const [piece] of html.matchAll(PIECES)) {
    const isTag = piece.startsWith('<')
    turn(!isTag && ranges.some(([from, to]) => at >= from && at < to))
    out += piece
    // An entity is one character; an emoji counts as its two UTF-16 units.
    if (!isTag) at += piece.startsWith('&') ? 1 : piece.length
  }
  turn(false)
  return out
}
