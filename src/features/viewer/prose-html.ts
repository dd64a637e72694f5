import { lineDirections, oppositeRuns } from '#base/bidi/prose-lines.ts'
import type { Direction } from '#base/bidi/prose.ts'
import type { ProseKind } from '#base/language/language.ts'
import type { Range } from '#base/needle.ts'

/**
 * The lines of a Markdown or plain text as HTML, each in its own direction. A right-to-left line gets one element that the style
 * sheet makes as wide as the row; code blocks stay left to right.
 */
export function proseHtml(texts: readonly string[], lines: readonly string[], kind: ProseKind): string[] {
  const directions = lineDirections(texts, kind)
  return lines.map((html, i) => {
    const direction = directions[i] ?? null
    return direction === null ? html : directedHtml(html, texts[i] ?? '', direction)
  })
}

const OPEN = '<span class="line-rtl" dir="rtl">'

function directedHtml(html: string, text: string, direction: Direction): string {
  const runs = oppositeRuns(text, direction)
  return direction === 'rtl' ? `${OPEN}${isolated(html, runs, 'ltr')}</span>` : isolated(html, runs, 'rtl')
}

export function hasRtl(line: string): boolean {
  return line.startsWith(OPEN)
}

const PIECES = /<[^>]+>|&[^;]+;|[^<&]/gu

/** Wraps the runs of one highlighted line in isolates. A run that begins or ends inside an element of its own colour stays unwrapped. */
function isolated(html: string, runs: readonly Range[], direction: Direction): string {
  if (runs.length === 0) return html
  const pieces = html.match(PIECES) ?? []
  const starts = new Map<number, number>()
  let at = 0
  for (const [i, piece] of pieces.entries()) {
    if (piece.startsWith('<')) continue
    starts.set(at, i)
    // An entity is one character; an emoji counts as its two UTF-16 units.
    at += piece.startsWith('&') ? 1 : piece.length
  }
  for (const [from, to] of runs) {
    const [first, last] = [starts.get(from), lastPiece(starts, to)]
    const whole = first === undefined || last === undefined ? null : balanced(pieces, first, last)
    if (!whole) continue
    pieces[whole[0]] = `<bdi dir="${direction}">${pieces[whole[0]] ?? ''}`
    pieces[whole[1]] = `${pieces[whole[1]] ?? ''}</bdi>`
  }
  return pieces.join('')
}

/** Widened by the tags at its ends until every element inside is closed inside; null when there is no such part. */
function balanced(pieces: readonly string[], first: number, last: number): Range | null {
  const isTag = (i: number) => /^<(?!bdi)/.test(pieces[i] ?? '')
  for (let from = first; from === first || isTag(from); from--)
    for (let to = last; to === last || isTag(to); to++) if (isBalanced(pieces.slice(from, to + 1))) return [from, to]
  return null
}

function lastPiece(starts: ReadonlyMap<number, number>, end: number): number | undefined {
  return starts.get(end - 1) ?? starts.get(end - 2)
}

function isBalanced(pieces: readonly string[]): boolean {
  let depth = 0
  for (const piece of pieces) {
    if (piece.startsWith('</')) depth--
    else if (piece.startsWith('<')) depth++
    if (depth < 0) return false
  }
  return depth === 0
}
