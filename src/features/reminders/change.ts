import { compareTexts } from 'codeshelf-follow/diff'
import type { SymbolName } from '#base/symbol.ts'

/** What a watch found, as the lists and the box of a reminder show it. */
export type Change = {
  /** When it was found. */
  foundAt: string
  /** The function or type that changed; null when lines were watched. */
  symbol: SymbolName | null
  /** The code was deleted, or can no longer be found. */
  isGone: boolean
  rows: ChangeRow[]
  /** The difference has more rows. */
  isCut: boolean
}

export type ChangeRow = { kind: 'same' | 'removed' | 'added'; text: string } | { kind: 'skipped'; lines: number }

const CONTEXT_LINES = 2
const MAX_ROWS = 60
/** A row is at most this long: minified code is one line. */
const ROW_CHARS = 400

type Texts = { before: string; after: string | null }

/** The difference of the watched lines, with a few unchanged ones around each change. */
export function changeRows({ before, after }: Texts): Pick<Change, 'isGone' | 'rows' | 'isCut'> {
  const { a, b, hunks } = compareTexts(before, after ?? '')
  const rows: ChangeRow[] = []
  let done = 0
  const keep = (from: number, to: number) => {
    for (const { text } of a.slice(from, to)) rows.push({ kind: 'same', text })
  }
  for (const [i, { aFrom, aTo, bFrom, bTo }] of hunks.entries()) {
    skipMiddle(done, aFrom, i === 0 ? 0 : CONTEXT_LINES, CONTEXT_LINES)
    for (const { text } of a.slice(aFrom, aTo)) rows.push({ kind: 'removed', text })
    for (const { text } of b.slice(bFrom, bTo)) rows.push({ kind: 'added', text })
    done = aTo
  }
  skipMiddle(done, a.length, CONTEXT_LINES, 0)
  return { isGone: after === null, rows: rows.slice(0, MAX_ROWS).map(cut), isCut: rows.length > MAX_ROWS }

  function skipMiddle(from: number, to: number, first: number, last: number): void {
    // A single line is shown instead of saying that one was left out.
    if (to - from <= first + last + 1) return keep(from, to)
    keep(from, from + first)
    rows.push({ kind: 'skipped', lines: to - from - first - last })
    keep(to - last, to)
  }
}

function cut(row: ChangeRow): ChangeRow {
  if (row.kind === 'skipped' || row.text.length <= ROW_CHARS) return row
  return { ...row, text: `${row.text.slice(0, ROW_CHARS).toWellFormed()}…` }
}
