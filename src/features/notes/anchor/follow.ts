import { lineNumbering, type NumberedText } from '#base/diff/diff.ts'
import { splitLines } from '#base/lines.ts'
import { isDistinctive, normaliseWhitespace } from './relocate.ts'
import { Step } from './step.ts'

/** Lines counted from 1, both included. */
export type Lines = { start: number; end: number }

/** The lines that a note was attached to: in which version, and with what text. */
export type Anchor = { lines: Lines; version: number; quote: string }

/**
 * `changed`: the lines were found with another text. `lost`: no line of the note was found. `unknown`: the task missed its
 * deadline; the next read tries again.
 */
export type AnchorLocation =
  | { state: 'anchored' | 'moved' | 'changed'; lines: Lines; was: Lines }
  | { state: 'lost'; was: Lines }
  | { state: 'unknown'; was: Lines }

export type Text = { version: number; content: string }

/**
 * Follows anchors from the version they were created on to the newest, one version at a time: a diff of two neighbouring
 * versions is small and maps each line reliably, which a diff of two distant versions does not. Each line of a note is
 * followed separately, so that lines inserted between them later do not become part of the note.
 */
export function followAnchors(anchors: readonly Anchor[], versions: readonly Text[]): AnchorLocation[] {
  const texts = versions.toSorted((a, b) => a.version - b.version)
  const carried: number[][] = anchors.map(() => [])
  const read = lineNumbering()
  let present: NumberedText | null = null
  for (const [i, { version, content }] of texts.entries()) {
    for (const [n, anchor] of anchors.entries()) if (anchor.version === version) carried[n] = distinctiveLines(anchor)
    const next = texts[i + 1]
    if (!next || next.content === content) continue
    // Skip the diff while no anchor has lines to follow.
    if (carried.every((lines) => lines.length === 0)) {
      present = null
      continue
    }
    const after = read(next.content)
    const step = new Step(present ?? read(content), after)
    present = after
    for (const [n, lines] of carried.entries()) if (lines.length > 0) carried[n] = step.carry(lines)
  }
  const newest = splitLines(texts.at(-1)?.content ?? '')
  return anchors.map((anchor, n) => locationOf(anchor, carried[n] ?? [], newest))
}

/** The distinctive lines of an anchor, or all lines when none is distinctive. Blank lines and brackets match everywhere. */
function distinctiveLines({ lines: { start, end }, quote }: Anchor): number[] {
  const all = Array.from({ length: end - start + 1 }, (_, i) => start + i)
  const quoted = splitLines(quote)
  const distinctive = all.filter((line) => isDistinctive([quoted[line - start] ?? '']))
  return distinctive.length > 0 ? distinctive : all
}

function locationOf(anchor: Anchor, left: readonly number[], newest: readonly string[]): AnchorLocation {
  const { lines: was, quote } = anchor
  const core = longestTogether(left)
  if (!core) return { state: 'lost', was }
  const lines = withEdges(anchor, core)
  const current = newest
    .slice(lines.start - 1, lines.end)
    .map(normaliseWhitespace)
    .join('\n')
  if (current !== splitLines(quote).map(normaliseWhitespace).join('\n')) return { state: 'changed', lines: core, was }
  return { state: lines.start === was.start ? 'anchored' : 'moved', lines, was }
}

/** Extends the core by the non-distinctive lines that the anchor had at its edges. */
function withEdges(anchor: Anchor, core: Lines): Lines {
  const distinctive = distinctiveLines(anchor)
  const [first, last] = [distinctive[0] ?? anchor.lines.start, distinctive.at(-1) ?? anchor.lines.end]
  return { start: Math.max(1, core.start - (first - anchor.lines.start)), end: core.end + (anchor.lines.end - last) }
}

/** Maximum gap between two lines of one group. */
const TOGETHER = 8

/** The largest group of lines that are close together. */
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
