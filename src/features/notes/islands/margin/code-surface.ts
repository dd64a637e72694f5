import { splitLines } from '#base/lines.ts'
import { largeCode } from '#browser/large-code.ts'
import {
  type HeadingLine,
  lineLabel,
  lineLinks,
  linesLike,
  type LinesSpot,
  quoteText,
  type Spot,
} from '../../browser/margin/spot.ts'
import { NO_ANCHOR } from '../../browser/saving/fields.ts'
import { type Chosen, READ_TEXT_TOP_PX, type Surface } from './surface.ts'

/** The server renders blocks of a hundred lines; the browser skips the layout of blocks out of view. */
const BLOCK_LINES = 100

const line = (n: number) => document.getElementById(`L${n}`)

/** The lines of a file; null when it has none. */
export function codeSurface(): Surface | null {
  const code = document.getElementById('code')
  const root = code?.closest<HTMLElement>('.viewer-body')
  if (!code || !root) return null
  return {
    page: { kind: 'code', headings: headingLines() },
    root,
    textTop: () => READ_TEXT_TOP_PX,
    measure: () => measureLines(code, root),
    spotAt: (offset, like) => {
      const start = lineAt(code, root, offset)
      return start === null ? null : linesLike(start, like, lineTotal(code))
    },
    spotNext: (spot, step) => linesLike(spot.kind === 'lines' ? spot.start + step : 1, spot, lineTotal(code)),
    elementOf: (spot) => (spot.kind === 'lines' ? line(spot.start) : null),
    markIn: (element, mark) => element.append(mark),
    chosen: () => chosenLines(code),
    ...lineLinks,
    textOf: (spot) => (spot.kind === 'lines' ? textOf(spot.start, spot.end) : ''),
    anchorOf: (spot) => (spot.kind === 'lines' ? anchorOf(spot.start, spot.end) : NO_ANCHOR),
    highlight: (spot) => highlight(code, spot),
    watch: (moved) => watch(code, moved),
  }
}

/** The outline of a Markdown text has its headings with their lines. */
function headingLines(): HeadingLine[] {
  return Array.from(document.querySelectorAll<HTMLAnchorElement>('#outline a'), ({ hash, textContent }) => ({
    line: Number(hash.slice(2)),
    text: textContent.trim(),
  }))
}

/** A skipped block keeps its height, so line offsets are computed without a layout. */
function measureLines(code: HTMLElement, root: HTMLElement): (spot: Spot) => number {
  const from = root.getBoundingClientRect().top
  const large = largeCode()
  if (large) return (spot) => (spot.kind === 'lines' ? large.topOf(spot.start) - root.getBoundingClientRect().top : 0)
  const blocks = Array.from(code.querySelectorAll('.code-lines'), (element) => ({
    element,
    box: element.getBoundingClientRect(),
    lines: element.childElementCount,
  }))
  const wraps = document.querySelector('#wrap:checked') !== null
  return (spot) => {
    if (spot.kind !== 'lines') return 0
    const block = blocks[Math.floor((spot.start - 1) / BLOCK_LINES)] ?? blocks.at(-1)
    if (!block) return 0
    const drawn = wraps ? line(spot.start) : null
    if (drawn?.checkVisibility({ contentVisibilityAuto: true }))
      return drawn.getBoundingClientRect().top - root.getBoundingClientRect().top
    const inBlock = Math.min((spot.start - 1) % BLOCK_LINES, block.lines)
    return block.box.top - from + (inBlock / Math.max(1, block.lines)) * block.box.height
  }
}

/** The line whose upper edge is nearest to the offset. */
function lineAt(code: HTMLElement, root: HTMLElement, offset: number): number | null {
  const y = root.getBoundingClientRect().top + offset
  const blocks = Array.from(code.querySelectorAll('.code-lines'))
  const block = blocks.findLast((each) => each.getBoundingClientRect().top <= y) ?? blocks[0]
  const middle = (row: Element) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
  }
  const rows = Array.from(block?.children ?? [])
  const row = rows.find((each) => middle(each) > y) ?? rows.at(-1)
  return row instanceof HTMLElement ? Number(row.dataset['line'] ?? row.id.slice(1)) : null
}

function lineTotal(code: HTMLElement): number {
  const blocks = code.querySelectorAll('.code-lines')
  const drawn = (blocks.length - 1) * BLOCK_LINES + (blocks[blocks.length - 1]?.childElementCount ?? 0)
  return largeCode()?.lineCount ?? drawn
}

function chosenLines(code: HTMLElement): Chosen | null {
  const [start = 0, end = 0] = (code.dataset['chosen'] ?? '').split('-').map(Number)
  return start > 0 ? { spot: { kind: 'lines', start, end }, label: lineLabel(start, end) } : null
}

function anchorOf(start: number, end: number) {
  return { lineStart: start, lineEnd: end, anchorId: null, anchorText: textOf(start, end) }
}

function textOf(start: number, end: number): string {
  const large = largeCode()
  if (large) return quoteText(splitLines(large.textOf(start, end)))
  const lines: string[] = []
  for (let n = start; n <= end; n++) lines.push((line(n)?.querySelector('code')?.textContent ?? '').replace(/\n$/, ''))
  return quoteText(lines)
}

function highlight(code: HTMLElement, spot: Spot | null): void {
  for (const marked of code.querySelectorAll('.is-noted')) marked.classList.remove('is-noted')
  if (spot?.kind !== 'lines') return
  // Of a large file few rows are drawn, and a note may be on a hundred thousand lines.
  const rows = largeCode() ? code.querySelectorAll<HTMLElement>('.code-lines > div') : linesOf(spot)
  for (const row of rows) {
    const n = Number(row.dataset['line'] ?? row.id.slice(1))
    if (n >= spot.start && n <= spot.end) row.classList.add('is-noted')
  }
}

function* linesOf({ start, end }: LinesSpot): Iterable<HTMLElement> {
  for (let n = start; n <= end; n++) {
    const row = line(n)
    if (row) yield row
  }
}

function watch(code: HTMLElement, moved: () => void): () => void {
  const observer = new ResizeObserver(moved)
  observer.observe(code)
  const stop = largeCode()?.onDrawn(moved)
  code.addEventListener('contentvisibilityautostatechange', moved)
  return () => {
    observer.disconnect()
    stop?.()
    code.removeEventListener('contentvisibilityautostatechange', moved)
  }
}
