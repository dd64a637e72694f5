import { splitLines } from '#base/lines.ts'
import { looksRandom } from './entropy.ts'
import { SECRET_KINDS } from './kinds.ts'
import { isNamedSecret, isSecretInAddress, isStandIn } from './named.ts'

/** A place that looks like a key or a token: lines from 1, both ends included. */
export type Finding = {
  kind: string
  /** Empty for what was found by its surroundings and not by a shape of its own. */
  name: string
  from: number
  to: number
  /** Enough to recognise it, not enough to use it. */
  excerpt: string
}

type Hit = { kind: string; name: string; at: number; text: string }

/**
 * What a reader should look at before others see this text. It may miss some and may see one where there is none, so it
 * warns and never forbids.
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
  // One warning a place: a GitHub token in `token = "…"` is found twice.
  return findings.filter(
    ({ from, to }, i) => !findings.some((other, j) => j < i && other.from <= from && other.to >= to),
  )
}

function shapedHits(text: string): Hit[] {
  return SECRET_KINDS.filter(({ hint }) => text.includes(hint)).flatMap(({ id, name, pattern }) =>
    Array.from(text.matchAll(pattern), (match) => ({ kind: id, name, at: match.index, text: match[0] })).filter(
      ({ text: found }) => !isFiller(found),
    ),
  )
}

/** `ghp_xxxxxxxx…` in a manual, or the two ends of a key with nothing between them. */
function isFiller(found: string): boolean {
  if (found.startsWith('-----')) return found.replaceAll(/-----[^-]*-----|[^A-Za-z0-9+/]/g, '').length < 48
  return new Set(found.slice(-16)).size < 6 || /x{6}|example/i.test(found)
}

/** Longer lines are made by machines; their secrets have shapes. */
const MAX_LINE = 5_000
const WORTH_A_LOOK = /secret|token|passw|pwd|passphrase|key|credential|bearer|basic |:\/\//i
const ASSIGNED =
  /([A-Za-z_][\w.-]{1,80})["'\]]{0,2}\s{0,4}(?::=|=>|=|:)\s{0,4}(?:["'`]([^"'`]{8,300})["'`]|([^\s"'`,;(){}[\]<>]{8,300})(?=\s*(?:[,;#]|$)))/g
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:@/"'`]{1,80}):([^\s@/"'`]{3,120})@([\w.[\]:-]{1,120})/gi
const HEADER = /\b(?:Bearer|Basic)\s{1,4}([\w.~+/-]{20,1000}={0,2})/g

function lineHits(text: string, starts: readonly number[]): Hit[] {
  return splitLines(text).flatMap((line, i) => {
    if (line.length > MAX_LINE || !WORTH_A_LOOK.test(line)) return []
    const base = starts[i] ?? 0
    const hit = (kind: string, value: string) => ({ kind, name: '', at: base + line.indexOf(value), text: value })
    return [
      ...Array.from(line.matchAll(ASSIGNED), ([, name = '', quoted, bare = '']) =>
        isNamedSecret(name, quoted ?? bare) ? [hit('named', quoted ?? bare)] : [],
      ).flat(),
      ...Array.from(line.matchAll(ADDRESS), ([, user = '', password = '', host = '']) =>
        isSecretInAddress(user, password, host) ? [hit('address', password)] : [],
      ).flat(),
      ...Array.from(line.matchAll(HEADER), ([, value = '']) =>
        looksRandom(value) && !isStandIn(value) ? [hit('header', value)] : [],
      ).flat(),
    ]
  })
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), (end) => end.index + end[0].length)]
}

/** Counted from 1, by halving. */
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
