import { lineLabel, quoteText, type Spot } from '../../browser/margin/spot.ts'
import type { Surface } from './surface.ts'

/** The server renders blocks of a hundred lines; the browser skips the layout of blocks out of view. */
const BLOCK_LINES = 100

const line = (n: number) => document.getElementById(`L${n}`)

/** The lines of a file; null when it has none. */
export function codeSurface(): Surface | null {
  const code = document.getElementById('code')
  const root = code?.closest<HTMLElement>('.viewer-body')
  if (!code || !root) return null
  return {
    page: { kind: 'code' },
    root,
    measure: () => measureLines(code, root),
    elementOf: (spot) => (spot.kind === 'lines' ? line(spot.start) : null),
    markIn: (element, mark) => element.append(mark),
    chosen: () => chosenLines(code),
    labelOf: (spot) => (spot.kind === 'lines' ? lineLabel(spot.start, spot.end) : null),
    hrefOf: (spot) => (spot.kind === 'lines' ? `#${lineLabel(spot.start, spot.end).replace('-', '-L')}` : null),
    textOf: (spot) => (spot.kind === 'lines' ? textOf(spot.start, spot.end) : ''),
    anchorOf: (spot) => (spot.kind === 'lines' ? anchorOf(spot.start, spot.end) : {}),
    highlight: (spot) => highlight(code, spot),
    watch: (moved) => watch(code, moved),
  }
}

/** A skipped block keeps its height, so line offsets are computed without a layout. */
function measureLines(code: HTMLElement, root: HTMLElement): (spot: Spot) => number {
  const from = root.getBoundingClientRect().top
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

function chosenLines(code: HTMLElement): { anchor: ReturnType<typeof anchorOf>; label: string } | null {
  const chosen = code.querySelectorAll('.is-chosen')
  const numbers = [chosen[0], chosen[chosen.length - 1]].map((element) => Number(element?.id.slice(1)))
  const [start = 0, end = 0] = numbers
  return start > 0 ? { anchor: anchorOf(start, end), label: lineLabel(start, end) } : null
}

function anchorOf(start: number, end: number) {
  return { lineStart: start, lineEnd: end, anchorId: null, anchorText: textOf(start, end) }
}

function textOf(start: number, end: number): string {
  const lines: string[] = []
  for (let n = start; n <= end; n++) lines.push((line(n)?.querySelector('code')?.textContent ?? '').replace(/\n$/, ''))
  return quoteText(lines)
}

function highlight(code: HTMLElement, spot: Spot | null): void {
  for (const marked of code.querySelectorAll('.is-noted')) marked.classList.remove('is-noted')
  if (spot?.kind !== 'lines') return
  for (let n = spot.start; n <= spot.end; n++) line(n)?.classList.add('is-noted')
}

function watch(code: HTMLElement, moved: () => void): () => void {
  const observer = new ResizeObserver(moved)
  observer.observe(code)
  code.addEventListener('contentvisibilityautostatechange', moved)
  return () => {
    observer.disconnect()
    code.removeEventListener('contentvisibilityautostatechange', moved)
  }
}
