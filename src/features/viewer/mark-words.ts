import type { Range } from '#base/diff/similar.ts'

const PIECES = /<[^>]+>|&[^;]+;|[^<&]/gu

/** Puts `<mark>` around ranges of the text of one coloured line. A mark is closed before each tag and opened after it. */
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
    // An entity stands for one character; an emoji counts as the two units it is stored in.
    if (!isTag) at += piece.startsWith('&') ? 1 : piece.length
  }
  turn(false)
  return out
}
