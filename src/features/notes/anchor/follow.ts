import { splitLines } from '#base/lines.ts'
import { isTelling, squeeze } from './relocate.ts'
import { Step } from './step.ts'

/** Lines counted from 1, both included. */
export type Lines = { start: number; end: number }

/** Where a note was put: on these lines of this version, which said this. */
export type Anchor = { lines: Lines; version: number; quote: string }

/** `changed`: the same place, another text. `lost`: nobody knows, so nobody guesses. */
export type Place =
  | { state: 'anchored' | 'moved' | 'changed'; lines: Lines; was: Lines }
  | { state: 'lost'; was: Lines }

export type Text = { version: number; content: string }

/**
 * Carries notes from the version each was put on to the newest, one step at a time: the difference of two neighbouring
 * versions is small and says what became of each line, where that of two distant ones would have to guess. Every line of a
 * note is followed by itself, so that what is written between them later does not become part of the note.
 */
export function followAnchors(anchors: readonly Anchor[], versions: readonly Text[]): Place[] {
  const texts = versions.toSorted((a, b) => a.version - b.version)
  const carried: number[][] = anchors.map(() => [])
  for (const [i, { version, content }] of texts.entries()) {
    for (const [n, anchor] of anchors.entries()) if (anchor.version === version) carried[n] = tellingLines(anchor)
    const next = texts[i + 1]
    if (!next || next.content === content) continue
    const step = new Step(content, next.content)
    for (const [n, lines] of carried.entries()) if (lines.length > 0) carried[n] = step.carry(lines)
  }
  const newest = splitLines(texts.at(-1)?.content ?? '')
  return anchors.map((anchor, n) => placeOf(anchor, carried[n] ?? [], newest))
}

/** The lines that say something; blanks and brackets go where those go. A note on nothing else follows what it has. */
function tellingLines({ lines: { start, end }, quote }: Anchor): number[] {
  const all = Array.from({ length: end - start + 1 }, (_, i) => start + i)
  const said = splitLines(quote)
  const telling = all.filter((line) => isTelling([said[line - start] ?? '']))
  return telling.length > 0 ? telling : all
}

function placeOf(anchor: Anchor, left: readonly number[], newest: readonly string[]): Place {
  const { lines: was, quote } = anchor
  const core = longestTogether(left)
  if (!core) return { state: 'lost', was }
  const lines = withEdges(anchor, core)
  const says = newest
    .slice(lines.start - 1, lines.end)
    .map(squeeze)
    .join('\n')
  if (says !== splitLines(quote).map(squeeze).join('\n')) return { state: 'changed', lines: core, was }
  return { state: lines.start === was.start ? 'anchored' : 'moved', lines, was }
}

/** The whole range again, with the blanks and brackets at its edges, if it is still whole. */
function withEdges(anchor: Anchor, core: Lines): Lines {
  const telling = tellingLines(anchor)
  const [first, last] = [telling[0] ?? anchor.lines.start, telling.at(-1) ?? anchor.lines.end]
  return { start: Math.max(1, core.start - (first - anchor.lines.start)), end: core.end + (anchor.lines.end - last) }
}

/** Lines farther apart than this no longer stand together. */
const TOGETHER = 8

/** Of lines that went different ways, where most of them are. */
function longestTogether(lines: readonly number[]): Lines | null {
  let best: (Lines & { count: number }) | null = null
  let group: (Lines & { count: number }) | null = null
  for (const line of lines.toSorted((a, b) => a - b)) {
    if (group && line - group.end <= TOGETHER) group = { start: group.start, end: line, count: group.count + 1 }
    else group = { start: line, end: line, count: 1 }
    if (!best || group.count > best.count) best = group
  }
  return best && { start: best.start, end: best.end }
}
