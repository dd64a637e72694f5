import type { Comparison, Hunk, Line } from 'codeshelf-follow/diff'
import { pairsOf } from './diff.ts'
import { arePairedInOrder, type Range, wordMarks } from './similar.ts'

/** One line of one side; `marks` are the changed words in the text. Lines count from 1. */
export type Cell = { line: number; text: string; end: Line['end']; marks: Range[] }

/** Unchanged lines that are skipped, so that a page can offer to expand them. */
export type SkippedRow = { kind: 'skipped'; a: number; b: number; lines: number }

export type UnifiedRow =
  | { kind: 'same'; a: Cell; b: Cell }
  | { kind: 'removed'; a: Cell }
  | { kind: 'added'; b: Cell }
  | SkippedRow

export type SplitRow =
  | { kind: 'same'; a: Cell; b: Cell }
  | { kind: 'changed'; a: Cell | null; b: Cell | null }
  | SkippedRow

type SameRow = { kind: 'same'; a: Cell; b: Cell } | SkippedRow
type Sides = { pairs: Map<number, number>; a: Cell[]; b: Cell[] }

const CONTEXT_LINES = 3

/** One column: removed lines, then added ones. Not much more than `max` rows: each costs a comparison of its words. */
export function unifiedRows(comparison: Comparison, context = CONTEXT_LINES, max = Infinity): UnifiedRow[] {
  return rowsOf<UnifiedRow>(comparison, { context, max }, ({ a, b }) => [
    ...a.map((cell): UnifiedRow => ({ kind: 'removed', a: cell })),
    ...b.map((cell): UnifiedRow => ({ kind: 'added', b: cell })),
  ])
}

/** Two columns: similar lines are aligned, the rest is filled up in order. */
export function splitRows(comparison: Comparison, context = CONTEXT_LINES, max = Infinity): SplitRow[] {
  return rowsOf<SplitRow>(comparison, { context, max }, besideEachOther)
}

function besideEachOther({ pairs, a, b }: Sides): SplitRow[] {
  const rows: SplitRow[] = []
  const first = b[0]?.line ?? 1
  let j = 0
  let waiting: Cell[] = []
  const fill = (until: number): void => {
    const right = b.slice(j, until)
    for (let n = 0; n < Math.max(waiting.length, right.length); n++) {
      rows.push({ kind: 'changed', a: waiting[n] ?? null, b: right[n] ?? null })
    }
    waiting = []
    j = until
  }
  for (const cell of a) {
    const partner = pairs.get(cell.line - 1)
    const at = partner === undefined ? -1 : partner + 1 - first
    const beside = b[at]
    if (!beside) {
      waiting.push(cell)
      continue
    }
    fill(at)
    rows.push({ kind: 'changed', a: cell, b: beside })
    j = at + 1
  }
  fill(b.length)
  return rows
}

type Extent = { context: number; max: number }

function rowsOf<Row>(
  comparison: Comparison,
  { context, max }: Extent,
  changed: (sides: Sides) => Row[],
): (Row | SameRow)[] {
  const rows: (Row | SameRow)[] = []
  const { a, hunks } = comparison
  let done = { a: 0, b: 0 }
  for (const [index, hunk] of hunks.entries()) {
    const edges = { before: index > 0, after: true }
    pushAll(rows, sameRows(comparison, { from: done.a, to: hunk.aFrom, shift: done.b - done.a }, context, edges))
    pushAll(rows, changed(sidesOf(comparison, firstLines(hunk, max))))
    if (rows.length > max) return rows
    done = { a: hunk.aTo, b: hunk.bTo }
  }
  const edges = { before: hunks.length > 0, after: false }
  pushAll(rows, sameRows(comparison, { from: done.a, to: a.length, shift: done.b - done.a }, context, edges))
  return rows
}

/** Not `push(...rows)`: a hundred thousand arguments overflow the stack. */
function pushAll<T>(rows: T[], more: readonly T[]): void {
  for (const row of more) rows.push(row)
}

type Stretch = { from: number; to: number; shift: number }

/** Unchanged lines between two hunks: those near a hunk, and the number of skipped ones. */
function sameRows(
  comparison: Comparison,
  { from, to, shift }: Stretch,
  context: number,
  edges: { before: boolean; after: boolean },
): SameRow[] {
  const first = edges.before ? Math.min(to, from + context) : from
  const cut = edges.after ? Math.max(first, to - context) : to
  // A single skipped line would take as much space as the row that replaces it.
  if (cut - first <= 1) return sameBetween(comparison, from, to, shift)
  return [
    ...sameBetween(comparison, from, first, shift),
    { kind: 'skipped', a: first + 1, b: first + shift + 1, lines: cut - first },
    ...sameBetween(comparison, cut, to, shift),
  ]
}

function sameBetween({ a, b }: Comparison, from: number, to: number, shift: number): SameRow[] {
  return a.slice(from, to).map((line, n) => ({
    kind: 'same',
    a: cellOf(line, from + n, []),
    b: cellOf(b[from + n + shift] ?? line, from + n + shift, []),
  }))
}

function cellOf(line: Line, index: number, marks: Range[]): Cell {
  return { line: index + 1, text: line.text, end: line.end, marks }
}

/**
 * No line beyond the first `max` of its side is in the first `max` rows; one more on each side indicates that rows are left out.
 * A hunk is only cut where its lines stay paired in order, because pairs by similarity depend on every line of it.
 */
function firstLines(hunk: Hunk, max: number): Hunk {
  const aTo = Math.min(hunk.aTo, hunk.aFrom + max + 1)
  const bTo = Math.min(hunk.bTo, hunk.bFrom + max + 1)
  return arePairedInOrder(aTo - hunk.aFrom, bTo - hunk.bFrom) ? { ...hunk, aTo, bTo } : hunk
}

function sidesOf(comparison: Comparison, hunk: Hunk): Sides {
  const pairs = pairsOf(comparison, hunk)
  const aMarks = new Map<number, Range[]>()
  const bMarks = new Map<number, Range[]>()
  for (const [i, j] of pairs) {
    const marks = wordMarks(comparison.a[i]?.text ?? '', comparison.b[j]?.text ?? '')
    aMarks.set(i, marks.a)
    bMarks.set(j, marks.b)
  }
  const cells = (lines: readonly Line[], from: number, to: number, marks: Map<number, Range[]>) =>
    lines.slice(from, to).map((line, n) => cellOf(line, from + n, marks.get(from + n) ?? []))
  return {
    pairs,
    a: cells(comparison.a, hunk.aFrom, hunk.aTo, aMarks),
    b: cells(comparison.b, hunk.bFrom, hunk.bTo, bMarks),
  }
}
