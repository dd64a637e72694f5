/**
 * The rows in which a large text is drawn: one for each line, and several for a line that is longer than a row, because the
 * browser lays out a line of a megabyte for seconds.
 */
export type TextRows = {
  text: string
  /** The offset of the first character of each row. */
  starts: Uint32Array
  /** The number of the line of each row, counted from 1. */
  lines: Uint32Array
  rowCount: number
  lineCount: number
  /** The offset after the last row. Smaller than the text when it has more rows than a page can be high. */
  end: number
  /** Columns of the widest row. */
  columns: number
}

export const ROW_CHARS = 1_000

/** Chromium draws nothing below 33,554,400 pixels, and a row has 20. */
export const MAX_ROWS = 1_500_000

const LF = 0x0a
const CR = 0x0d
const TAB = 0x09
const TAB_COLUMNS = 4

/** Counts lines as `splitLines` does. Two passes over the text, because a list of millions of numbers would grow by copying. */
export function indexRows(text: string, maxRows = MAX_ROWS): TextRows {
  let rowCount = 0
  let columns = 0
  eachRow(text, (_start, _line, width) => {
    rowCount += 1
    columns = Math.max(columns, width)
    return rowCount < maxRows
  })
  const starts = new Uint32Array(rowCount)
  const lines = new Uint32Array(rowCount)
  let row = 0
  const end = eachRow(text, (start, line) => {
    starts[row] = start
    lines[row] = line
    row += 1
    return row < rowCount
  })
  return { text, starts, lines, rowCount, lineCount: lines.at(-1) ?? 0, end, columns }
}

/** Calls `visit` for each row until it returns false; returns the offset after the last visited row. */
function eachRow(text: string, visit: (start: number, line: number, columns: number) => boolean): number {
  let start = 0
  let line = 1
  let tabs = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === TAB) tabs += 1
    if (unit === LF || unit === CR) {
      if (unit === CR && text.charCodeAt(at + 1) === LF) at += 1
      const goesOn = visit(start, line, at - start + tabs * (TAB_COLUMNS - 1))
      start = at + 1
      line += 1
      tabs = 0
      if (!goesOn) return start
    } else if (at - start >= ROW_CHARS && !isSecondHalf(unit)) {
      const goesOn = visit(start, line, at - start + tabs * (TAB_COLUMNS - 1))
      start = at
      tabs = 0
      if (!goesOn) return start
    }
  }
  if (start < text.length) visit(start, line, text.length - start + tabs * (TAB_COLUMNS - 1))
  return text.length
}

/** An emoji is two units, and a row must not end between them. */
function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

export function rowStart({ starts, end }: TextRows, row: number): number {
  return starts[row] ?? end
}

/** The offset after the last visible character of a row: its line end is not drawn. */
export function rowEnd(rows: TextRows, row: number): number {
  const next = rowStart(rows, row + 1)
  if (isContinued(rows, row + 1)) return next
  const { text } = rows
  const last = text.charCodeAt(next - 1)
  if (next === rowStart(rows, row) || (last !== LF && last !== CR)) return next
  return last === LF && text.charCodeAt(next - 2) === CR ? next - 2 : next - 1
}

/** Whether a row is a further part of the line of the row before it. */
export function isContinued({ lines }: TextRows, row: number): boolean {
  return row > 0 && row < lines.length && lines[row] === lines[row - 1]
}

/** The row with the character at an offset. */
export function rowAt({ starts }: TextRows, offset: number): number {
  return Math.max(0, lastAtMost(starts, offset))
}

/** The first row of a line. */
export function rowOfLine({ lines }: TextRows, line: number): number {
  return lastAtMost(lines, line - 1) + 1
}

/** The lines `from` to `to` without the line end of the last. */
export function textOfLines(rows: TextRows, from: number, to: number): string {
  return rows.text.slice(rowStart(rows, rowOfLine(rows, from)), rowEnd(rows, rowOfLine(rows, to + 1) - 1))
}

/** The index of the last number that is not above `limit` in an ascending list; -1 when there is none. */
export function lastAtMost(ascending: Uint32Array | Float64Array, limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
