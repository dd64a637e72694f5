import { splitLines } from '#base/lines.ts'
import { looksRandom } from './entropy.ts'
import { HEBREW_ASSIGNED, HEBREW_HINT, isHebrewSecret } from './hebrew.ts'
import { KEY_BLOCKS, type KeyBlock, SECRET_KINDS } from './kinds.ts'
import { isNamedSecret, isSecretInAddress, isPlaceholder } from './named.ts'

/** A range that looks like a key or a token: lines from 1, both ends included. */
export type Finding = {
  kind: string
  /** Empty for a finding by context and not by a shape of its own. */
  name: string
  from: number
  to: number
  /** Enough to recognise it, not enough to use it. */
  excerpt: string
}

type Hit = { kind: string; name: string; at: number; text: string }

/**
 * Ranges that a user should review before sharing this text. There are false negatives and false positives, so the
 * findings warn and never block.
 */
export function findSecrets(text: string): Finding[] {
  const starts = lineStarts(text)
  const hits = [...shapedHits(text), ...lineHits(text, starts)].toSorted((a, b) => a.at - b.at)
  const findings = hits.map(({ kind, name, at, text: found }) => ({
    kind,
    name,
    from: lineOf(starts, at),
    to: lineOf(starts, at + found.length - 1),
    excerpt: mask(found),
  }))
  // Report each line once: a GitHub token in `token = "…"` is found twice. Findings are sorted by their start, so an
  // earlier finding covers this one when any of them reaches as far.
  let reached = 0
  return findings.filter(({ to }) => {
    const isCovered = to <= reached
    reached = Math.max(reached, to)
    return !isCovered
  })
}

function shapedHits(text: string): Hit[] {
  const shaped = SECRET_KINDS.filter(({ hint }) => text.includes(hint)).flatMap(({ id, name, pattern }) =>
    Array.from(text.matchAll(pattern), (match) => ({ kind: id, name, at: match.index, text: match[0] })).filter(
      ({ text: found }) => !isFiller(found),
    ),
  )
  return [...KEY_BLOCKS.flatMap((block) => blockHits(text, block)), ...shaped]
}

/** Pairs each opening line with the next closing one. Both are searched once: one pattern for the whole would rescan from every opening. */
function blockHits(text: string, { id, name, opening, closing, maxChars, canBeCut }: KeyBlock): Hit[] {
  const ends = Array.from(text.matchAll(closing), (end) => ({ from: end.index, to: end.index + end[0].length }))
  const hits: Hit[] = []
  let next = 0
  let done = 0
  for (const { 0: head, index } of text.matchAll(opening)) {
    if (index < done) continue
    const body = index + head.length
    while ((ends[next]?.from ?? Number.POSITIVE_INFINITY) < body) next += 1
    const end = ends[next] ?? (canBeCut ? { from: text.length, to: text.length } : null)
    if (!end || end.from - body > maxChars) continue
    done = end.to
    const found = text.slice(index, end.to)
    if (!isFiller(found)) hits.push({ kind: id, name, at: index, text: found })
  }
  return hits
}

/** `ghp_xxxxxxxx…` in documentation, or the two ends of a key with nothing between them. */
function isFiller(found: string): boolean {
  if (found.startsWith('-----')) return found.replaceAll(/-----[^-]*-----|[^A-Za-z0-9+/]/g, '').length < 48
  return new Set(found.slice(-16)).size < 6 || /x{6}|example/i.test(found)
}

/** Longer lines are generated, and their secrets have shapes of their own. */
const MAX_LINE = 5_000
const WORTH_A_LOOK = /secret|token|pass|pwd|key|credential|bearer|basic |:\/\//i
const ASSIGNED =
  /(?<![\w.-])([A-Za-z_][\w.-]{1,200})["'\]]{0,2}\s{0,4}(?::=|=>|=|:)\s{0,4}(?:["'`]([^"'`]{8,300})["'`]|([^\s"'`,;(){}[\]<>]{8,300})(?=\s*(?:[,;#]|$)))/g
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:@/"'`]{1,80}):([^\s@/"'`]{3,120})@([\w.[\]:-]{1,120})/gi
const HEADER = /\b(?:Bearer|Basic)\s{1,4}([\w.~+/-]{20,1000}={0,2})/g

function lineHits(text: string, starts: readonly number[]): Hit[] {
  return splitLines(text).flatMap((line, i) => {
    if (line.length > MAX_LINE || !(WORTH_A_LOOK.test(line) || HEBREW_HINT.test(line))) return []
    const base = starts[i] ?? 0
    const hit = (kind: string, value: string) => ({ kind, name: '', at: base + line.indexOf(value), text: value })
    return [
      ...Array.from(line.matchAll(ASSIGNED), ([, name = '', quoted, bare = '']) =>
        isNamedSecret(name, quoted ?? bare, quoted !== undefined) ? [hit('named', quoted ?? bare)] : [],
      ).flat(),
      ...hebrewHits(line).map((value) => hit('named', value)),
      ...Array.from(line.matchAll(ADDRESS), ([, user = '', password = '', host = '']) =>
        isSecretInAddress(user, password, host) ? [hit('address', password)] : [],
      ).flat(),
      ...Array.from(line.matchAll(HEADER), ([, value = '']) =>
        looksRandom(value) && !isPlaceholder(value) ? [hit('header', value)] : [],
      ).flat(),
    ]
  })
}

function hebrewHits(line: string): string[] {
  if (!HEBREW_HINT.test(line)) return []
  return Array.from(line.matchAll(HEBREW_ASSIGNED), ([, password, quoted, bare = '']) =>
    isHebrewSecret(password, quoted ?? bare) ? [quoted ?? bare] : [],
  ).flat()
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (end) => end.index + end[0].length)]
}

/** The line number of an offset, from 1, by binary search. */
function lineOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low + 1
}

const SHOWN_CHARS = 4

function mask(found: string): string {
  const [first = ''] = found.split(/[\r\n]/)
  return `${first.startsWith('-----') ? first.slice(0, 40) : first.slice(0, SHOWN_CHARS)}…`
}
