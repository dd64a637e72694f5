import { escapeHtml } from '#base/highlight/highlight.ts'
import { type Cell, splitRows, type SplitRow, type UnifiedRow, unifiedRows } from '#base/diff/rows.ts'
import { markWords } from './mark-words.ts'
import type { VersionDiff } from './view.ts'

/** Rows of one comparison on a page; longer ones are cut, and the page says so. */
export const MAX_DIFF_ROWS = 4_000

export type DiffWords = { skipped: (lines: number) => string; lineEnd: string; added: string; removed: string }
export type DiffHtml = { html: string; isCut: boolean }

/** One column: what was removed, then what was added. Built as text for the same reason as the lines of a file. */
export function unifiedHtml(diff: VersionDiff, words: DiffWords): DiffHtml {
  return table(unifiedRows(diff.comparison), (row) => unifiedRow(row, diff, words))
}

/** Two columns, like lines beside each other. */
export function splitHtml(diff: VersionDiff, words: DiffWords): DiffHtml {
  return table(splitRows(diff.comparison), (row) => splitRow(row, diff, words))
}

function table<Row>(rows: readonly Row[], draw: (row: Row) => string): DiffHtml {
  return { html: rows.slice(0, MAX_DIFF_ROWS).map(draw).join(''), isCut: rows.length > MAX_DIFF_ROWS }
}

function unifiedRow(row: UnifiedRow, diff: VersionDiff, words: DiffWords): string {
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

function splitRow(row: SplitRow, diff: VersionDiff, words: DiffWords): string {
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

/** The sign is drawn by the style sheet from an attribute, so that copied code has none; readers hear the word. */
function text(cell: Cell | null, lines: readonly string[], sign = ' ', word = '', note = ''): string {
  if (!cell) return '<td class="diff-none"></td>'
  const side = sign === '+' ? ' diff-added' : sign === '−' ? ' diff-removed' : ''
  const said = word === '' ? '' : `<span class="visually-hidden">${escapeHtml(word)}: </span>`
  const html = markWords(lines[cell.line - 1] ?? escapeHtml(cell.text), cell.marks)
  return `<td class="diff-text${side}" data-sign="${sign}">${said}<code>${html}\n</code>${note}</td>`
}
