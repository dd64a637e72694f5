import { type Line, linesWithEnds } from '../lines.ts'

/** The lines of a text; equal lines have equal ids in all texts of one numbering. `texts`: the lines without their ends. */
export type NumberedText = { text: string; lines: readonly Line[]; texts: readonly string[]; ids: Uint32Array }

/** Reads a text. `earlier` is a text of the same numbering: the lines that both begin or end with are not read again. */
export type ReadNumbered = (text: string, earlier?: NumberedText) => NumberedText

/** One numbering for many versions of a text reads each of them once, where comparing them in pairs reads each twice. */
export function lineNumbering(): ReadNumbered {
  const numbers = new Map<string, number>()
  const read = (text: string): NumberedText => {
    const lines = linesWithEnds(text)
    return { text, lines, texts: lines.map((line) => line.text), ids: numbered(text, lines, numbers) }
  }
  return (text, earlier) => {
    if (!earlier) return read(text)
    if (earlier.text === text) return earlier
    const { head, tail, from, to } = findShared(earlier, text)
    return head + tail === 0 ? read(text) : between(earlier, { head, tail }, { ...read(text.slice(from, to)), text })
  }
}

function between(
  { lines, texts, ids }: NumberedText,
  { head, tail }: { head: number; tail: number },
  middle: NumberedText,
): NumberedText {
  const end = lines.length - tail
  const all = new Uint32Array(head + middle.ids.length + tail)
  all.set(ids.subarray(0, head))
  all.set(middle.ids, head)
  all.set(ids.subarray(end), head + middle.ids.length)
  return {
    text: middle.text,
    lines: lines.slice(0, head).concat(middle.lines, lines.slice(end)),
    texts: texts.slice(0, head).concat(middle.texts, texts.slice(end)),
    ids: all,
  }
}

function numbered(text: string, lines: readonly Line[], numbers: Map<string, number>): Uint32Array {
  const ids = new Uint32Array(lines.length)
  let from = 0
  let i = 0
  // The index is counted by hand: an iterator of entries allocates an array for every line.
  for (const line of lines) {
    const to = from + line.text.length + line.end.length
    const whole = text.slice(from, to)
    const id = numbers.get(whole) ?? numbers.size
    if (id === numbers.size) numbers.set(whole, id)
    ids[i++] = id
    from = to
  }
  return ids
}

/** How many lines both texts begin and end with, and the rest of the second: `from` to `to`. */
type Shared = { head: number; tail: number; from: number; to: number }

/** Counts lines up to LF only: after CR one text may go on with LF, and then it is another line end. */
function findShared({ text: earlier, lines }: NumberedText, text: string): Shared {
  const shorter = Math.min(earlier.length, text.length)
  const shared: Shared = { head: 0, tail: 0, from: 0, to: text.length }
  const begin = samePrefix(earlier, text, shorter)
  for (let i = 0, end = 0; i < lines.length; i++) {
    end += lengthOf(lines[i])
    if (end > begin) break
    if (isClosed(lines[i])) [shared.head, shared.from] = [i + 1, end]
  }
  const left = sameSuffix(earlier, text, shorter - shared.from)
  for (let i = lines.length - 1, length = 0; i > shared.head; i--) {
    length += lengthOf(lines[i])
    // The line end before it must be the same in both texts too.
    if (length >= left) break
    if (isClosed(lines[i - 1])) [shared.tail, shared.to] = [lines.length - i, text.length - length]
  }
  return shared
}

function lengthOf(line: Line | undefined): number {
  return line ? line.text.length + line.end.length : 0
}

function isClosed(line: Line | undefined): boolean {
  return line?.end === '\n' || line?.end === '\r\n'
}

/** Comparing slices costs a tenth of comparing units. */
const CHUNK = 256

function samePrefix(a: string, b: string, limit: number): number {
  let at = 0
  while (at + CHUNK <= limit && a.slice(at, at + CHUNK) === b.slice(at, at + CHUNK)) at += CHUNK
  while (at < limit && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

function sameSuffix(a: string, b: string, limit: number): number {
  const [aEnd, bEnd] = [a.length, b.length]
  let length = 0
  while (length + CHUNK <= limit) {
    const [aFrom, bFrom] = [aEnd - length - CHUNK, bEnd - length - CHUNK]
    if (a.slice(aFrom, aFrom + CHUNK) !== b.slice(bFrom, bFrom + CHUNK)) break
    length += CHUNK
  }
  while (length < limit && a.charCodeAt(aEnd - length - 1) === b.charCodeAt(bEnd - length - 1)) length++
  return length
}
