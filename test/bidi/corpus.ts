import { readFileSync } from 'node:fs'

export type Kind = 'text' | 'markdown' | 'code' | 'names'

/** One line of the corpus. `visual` has its graphemes as the reader sees them, from left to right. */
export type MixedLine = { text: string; direction: 'ltr' | 'rtl'; visual: Grapheme[] }

/** A grapheme and its position in the stored text. */
export type Grapheme = { char: string; at: number }

type Run = { direction: 'ltr' | 'rtl'; parts: (Grapheme | Run)[] }

const [OPEN, CLOSE] = ['⟦', '⟧']
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The lines of `corpus.txt`. README.md explains the notation. */
export function readCorpus(): Record<Kind, MixedLine[]> {
  const found: Record<Kind, MixedLine[]> = { text: [], markdown: [], code: [], names: [] }
  let kind: Kind = 'text'
  for (const row of readFileSync(new URL('corpus.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')) {
    if (row.startsWith(';')) continue
    const heading = /^# (text|markdown|code|names)$/.exec(row)?.[1]
    if (heading) kind = heading as Kind
    else found[kind].push(parseLine(row))
  }
  return found
}

export function parseLine(row: string): MixedLine {
  const direction = row.startsWith('R ') ? 'rtl' : 'ltr'
  const line: Run = { direction, parts: [] }
  const open = [line]
  let at = 0
  for (const { segment } of segmenter.segment(row.slice(2))) {
    const run = open.at(-1) ?? line
    if (segment === OPEN) {
      const inner: Run = { direction: run.direction === 'rtl' ? 'ltr' : 'rtl', parts: [] }
      run.parts.push(inner)
      open.push(inner)
    } else if (segment === CLOSE) open.pop()
    else run.parts.push({ char: segment, at: at++ })
  }
  if (open.length !== 1) throw new Error(`unbalanced marks: ${row}`)
  return { text: row.slice(2).replaceAll(/[⟦⟧]/g, ''), direction, visual: fromLeft(line) }
}

function fromLeft({ direction, parts }: Run): Grapheme[] {
  const drawn = parts.map((part) => ('char' in part ? [part] : fromLeft(part)))
  return (direction === 'rtl' ? drawn.toReversed() : drawn).flat()
}

/**
 * The wanted order of each displayed row, from left to right. `rows` has positions in `displayed`, which may be a part of the
 * line: rendered Markdown has no marks, and collapsed spaces have no width. Null when `displayed` is not part of the line.
 */
export function wantedRows(
  { text, visual }: MixedLine,
  displayed: readonly string[],
  rows: readonly (readonly number[])[],
): string[] | null {
  const all = Array.from(segmenter.segment(text), ({ segment }) => segment)
  const positions: number[] = []
  let at = 0
  for (const char of displayed) {
    while (at < all.length && all[at] !== char) at++
    if (at === all.length) return null
    positions.push(at++)
  }
  return rows.map((row) => {
    const inRow = new Set(row.map((i) => positions[i]))
    return visual.flatMap((each) => (inRow.has(each.at) ? [each.char] : [])).join('')
  })
}
