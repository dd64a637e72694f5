import type { Line } from '#base/lines.ts'
import { type Comparison, pairsOf } from './diff.ts'
import type { Hunk } from './hunk.ts'
import { type Range, wordMarks } from './similar.ts'

/** One line of one side; `marks` are the words that changed, in the text. Lines are counted from 1. */
export type Cell = { line: number; text: string; end: Line['end']; marks: Range[] }

/** Unchanged lines that are not shown, so that a page can offer to show them. */
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

/** One column: what was removed, then what was added. */
export function unifiedRows(comparison: Comparison, context = CONTEXT_LINES): UnifiedRow[] {
  return rowsOf<UnifiedRow>(comparison, context, ({ a, b }) => [
    ...a.map((cell): UnifiedRow => ({ kind: 'removed', a: cell })),
    ...b.map((cell): UnifiedRow => ({ kind: 'added', b: cell })),
  ])
}

/** Two columns: like lines stand beside each other, the rest is filled up in order. */
export function splitRows(comparison: Comparison, context = CONTEXT_LINES): SplitRow[] {
  return rowsOf<SplitRow>(comparison, context, besideEachOther)
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

function rowsOf<Row>(comparison: Comparison, context: number, changed: (sides: Sides) => Row[]): (Row | SameRow)[] {
  const rows: (Row | SameRow)[] = []
  const { a, hunks } = comparison
  let done = { a: 0, b: 0 }
  for (const [index, hunk] of hunks.entries()) {
    const edges = { before: index > 0, after: true }
    pushAll(rows, sameRows(comparison, { from: done.a, to: hunk.aFrom, shift: done.b - done.a }, context, edges))
    pushAll(rows, changed(sidesOf(comparison, hunk)))
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

/** Unchanged lines between two hunks: those near a hunk, and how many lie between. */
function sameRows(
  comparison: Comparison,
  { from, to, shift }: Stretch,
  context: number,
  edges: { before: boolean; after: boolean },
): SameRow[] {
  const first = edges.before ? Math.min(to, from + context) : from
  const cut = edges.after ? Math.max(first, to - context) : to
  // A single hidden line takes as much room as the row that says so.
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

function sidesOf(comparison: Comparison, hunk: Hunk): Sides {
  const pairs = pairsOf(comparison, hunk)
  const aMarks = new Map<number, Range[]>()
  const bMarks = new Map<number, Range[]>()
  for (const [i, j] of pairs) {
    const marks = wordMarks(comparison.a[i]?.text ?? '', comparison.b[j]?.text ?? '')
    aMarks.set(i, marks.a)
    bMarks.set(j, marks.b)
  }
  const cells = (lines: Line[], from: number, to: number, marks: Map<number, Range[]>) =>
    lines.slice(from, to).map((line, n) => cellOf(line, from + n, marks.get(from + n) ?? []))
  return {
    pairs,
    a: cells(comparison.a, hunk.aFrom, hunk.aTo, aMarks),
    b: cells(comparison.b, hunk.bFrom, hunk.bTo, bMarks),
  }
}
