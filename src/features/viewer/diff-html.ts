import type { Comparison } from 'codeshelf-follow/diff'
import { escapeHtml } from '#base/html.ts'
import { type Cell, splitRows, type SplitRow, type UnifiedRow, unifiedRows } from '#base/diff/rows.ts'
import type { DiffWords } from './diff-words.ts'
import { markWords } from './mark-words.ts'

/** The row limit of one diff on a page; longer ones are cut, with a notice. */
export const MAX_DIFF_ROWS = 4_000

/** Two compared texts, and the lines of both as HTML. */
type PaintedDiff = { comparison: Comparison; fromLines: readonly string[]; toLines: readonly string[] }
type Rows = { html: string; isCut: boolean }

/** One column: removed lines, then added ones. Built as a string for the same reason as the lines of a file. */
export function unifiedHtml(diff: PaintedDiff, words: DiffWords): Rows {
  return table(unifiedRows(diff.comparison, undefined, MAX_DIFF_ROWS), (row) => unifiedRow(row, diff, words))
}

/** Two columns, with matching lines beside each other. */
export function splitHtml(diff: PaintedDiff, words: DiffWords): Rows {
  return table(splitRows(diff.comparison, undefined, MAX_DIFF_ROWS), (row) => splitRow(row, diff, words))
}

function table<Row>(rows: readonly Row[], draw: (row: Row) => string): Rows {
  return { html: rows.slice(0, MAX_DIFF_ROWS).map(draw).join(''), isCut: rows.length > MAX_DIFF_ROWS }
}

function unifiedRow(row: UnifiedRow, diff: PaintedDiff, words: DiffWords): string {
  switch (row.kind) {
    case 'same':
      return tr('', number(row.a) + number(row.b) + text(row.b, diff.toLines))
    case 'removed':
      return tr('diff-removed', number(row.a) + number(null) + text(row.a, diff.fromLines, '−', words.removed))
    case 'added':
      return tr('diff-added', number(null) + number(row.b) + text(row.b, diff.toLines, '+', words.added))
    case 'skipped':
      return skipped(row.lines, 3, words)
  }
}

function splitRow(row: SplitRow, diff: PaintedDiff, words: DiffWords): string {
  if (row.kind === 'skipped') return skipped(row.lines, 4, words)
  const [a, b] = [row.a, row.b]
  if (row.kind === 'same') return tr('', number(a) + text(a, diff.fromLines) + number(b) + text(b, diff.toLines))
  const onlyEnd = a !== null && b !== null && a.text === b.text
  const note = onlyEnd ? `<i class="diff-note">${escapeHtml(words.lineEnd)}</i>` : ''
  const left = number(a, 'diff-removed') + text(a, diff.fromLines, '−', words.removed)
  const right = number(b, 'diff-added') + text(b, diff.toLines, '+', words.added, note)
  return tr('diff-changed', left + right)
}

function tr(kind: string, cells: string): string {
  return kind === '' ? `<tr>${cells}</tr>` : `<tr class="${kind}">${cells}</tr>`
}

function skipped(lines: number, columns: number, words: DiffWords): string {
  return `<tr class="diff-skipped"><td colspan="${columns}">${escapeHtml(words.skipped(lines))}</td></tr>`
}

function number(cell: Cell | null, kind = ''): string {
  const side = kind === '' || !cell ? '' : ` ${kind}`
  return `<td class="diff-number${side}" aria-hidden="true">${cell?.line ?? ''}</td>`
}

/** The style sheet draws the sign from an attribute, so that copied code has none; screen readers read the word. */
function text(cell: Cell | null, lines: readonly string[], sign = ' ', word = '', note = ''): string {
  if (!cell) return '<td class="diff-none"></td>'
  const side = sign === '+' ? ' diff-added' : sign === '−' ? ' diff-removed' : ''
  const label = word === '' ? '' : `<span class="visually-hidden">${escapeHtml(word)}: </span>`
  const html = markWords(lines[cell.line - 1] ?? escapeHtml(cell.text), cell.marks)
  return `<td class="diff-text${side}" data-sign="${sign}">${label}<code>${html}\n</code>${note}</td>`
}
