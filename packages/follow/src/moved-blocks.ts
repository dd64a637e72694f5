import { alignLines } from './align.ts'
import { trimBlank } from './line-ranges.ts'
import { DISTINCTIVE_CHARS, isDistinctive, isSameLine, normaliseWhitespace, weightOf } from './likeness.ts'

/** Lines of a text that were not in it before. */
export type Inserted = { path: string; lines: readonly string[]; inserted: readonly number[] }

/** Lines of an anchor that left their place, in the text where they were. */
export type Missing = {
  path: string
  from: readonly string[]
  lines: readonly number[]
  /** Where a line of that text still is; null when it left its place too. */
  keptAt: (line: number) => { path: string; line: number } | null
}

/** `isBetweenEqual`: all lines, and those directly above and below, have the same text. */
export type Found = { path: string; lines: number[]; weight: number; isBetweenEqual: boolean }

/** Lines above and below an anchor that say which of several equal blocks is the right one. */
const CONTEXT_LINES = 8
/** A line that was inserted more often says nothing about where a block went. */
const MAX_OCCURRENCES = 40
/** Lines that may be inserted in a block while it moves. */
const SLACK = 4
/** Minimum part of the letters of the anchor that the new place must have. */
const FLOOR = 0.75
/** Minimum lead over the next place, in letters: one distinctive line. */
const MARGIN = 12
/** The anchor itself counts more than the lines around it. */
const OWN = 3
/** Minimum number of letters, of the anchor and of the lines around it, that are the same in another file. */
const EVIDENCE = 24
/** Minimum number of letters of a line that is looked up. */
const LOOKED_UP = 4

type Candidate = { file: number; offset: number }
type Scored = Candidate & { lines: number[]; weight: number; score: number; evidence: number; isExact: boolean }

/** Finds blocks among the lines that one commit inserted: a line that existed before is another line, however similar it is. */
export class Elsewhere {
  readonly #files: readonly Inserted[]
  readonly #inserted: readonly ReadonlySet<number>[]
  readonly #index = new Map<string, { file: number; line: number }[]>()

  constructor(files: readonly Inserted[]) {
    this.#files = files
    this.#inserted = files.map(({ inserted }) => new Set(inserted))
    for (const [file, { lines, inserted }] of files.entries())
      for (const line of inserted) {
        const text = normaliseWhitespace(lines[line - 1])
        if (weightOf(text) < LOOKED_UP) continue
        const known = this.#index.get(text)
        if (known) known.push({ file, line })
        else this.#index.set(text, [{ file, line }])
      }
  }

  /** The new place of these lines; null when none is certain. */
  find(missing: Missing): Found | null {
    const all = this.#candidates(missing)
      .map((candidate) => this.#score(missing, candidate))
      .filter((each) => each !== null)
      .toSorted((a, b) => b.score - a.score)
    // Lines that are the same outweigh any surroundings of lines that are only similar.
    const exact = all.filter(({ isExact }) => isExact)
    const scored = exact.length > 0 ? exact : all
    const [best] = scored
    if (!best) return null
    const rival = scored.find((each) => each !== best && !overlaps(each, best))
    if (best.score - (rival?.score ?? 0) < MARGIN) return null
    const path = this.#files[best.file]?.path ?? ''
    if (best.evidence < (path === missing.path ? DISTINCTIVE_CHARS : EVIDENCE)) return null
    const isBetweenEqual = best.isExact && this.#isBetweenEqual(missing, best)
    return { path, lines: best.lines, weight: best.weight, isBetweenEqual }
  }

  #isBetweenEqual({ from, lines }: Missing, { file, lines: now }: Scored): boolean {
    const to = this.#files[file]?.lines ?? []
    const isEqual = (was: number, is: number) => isSameLine(from[was - 1], to[is - 1])
    const [first = 0, last = 0, start = 0, end = 0] = [lines[0], lines.at(-1), now[0], now.at(-1)]
    return end - start === last - first && isEqual(first - 1, start - 1) && isEqual(last + 1, end + 1)
  }

  /** Places where a distinctive line of the anchor or of its surroundings was inserted. */
  #candidates({ from, lines, keptAt }: Missing): Candidate[] {
    const found = new Map<string, Candidate>()
    for (const line of windowOf(lines, from.length)) {
      if (keptAt(line)) continue
      const places = this.#index.get(normaliseWhitespace(from[line - 1])) ?? []
      if (places.length > MAX_OCCURRENCES) continue
      for (const place of places) {
        const offset = place.line - line
        found.set(`${place.file} ${offset}`, { file: place.file, offset })
      }
    }
    return [...found.values()]
  }

  #score({ from, lines, keptAt }: Missing, { file, offset }: Candidate): Scored | null {
    const to = this.#files[file]?.lines ?? []
    const isNew = (line: number) => this.#inserted[file]?.has(line) === true
    const [first, last] = [lines[0] ?? 1, lines.at(-1) ?? 1]
    const at = Math.max(1, first + offset - SLACK)
    const region = Array.from({ length: last + offset + SLACK - at + 1 }, (_, i) => at + i).filter(
      (line) => line <= to.length && (isNew(line) || !isDistinctive([to[line - 1] ?? ''])),
    )
    const pairs = alignLines(
      lines.map((line) => from[line - 1] ?? ''),
      region.map((line) => to[line - 1] ?? ''),
      region.indexOf(first + offset),
    )
    const weigh = (line: number) => Math.max(1, weightOf(from[line - 1] ?? ''))
    const total = lines.reduce((sum, line) => sum + weigh(line), 0)
    const weight = pairs.reduce((sum, { a, like }) => sum + like * weigh(lines[a] ?? 0), 0)
    const paired = pairs.map(({ b }) => region[b] ?? 0)
    const carried = trimBlank(paired, to, { lines, texts: from })
    const [start, end] = [carried[0], carried.at(-1)]
    if (start === undefined || end === undefined || weight < FLOOR * total) return null
    let evidence = pairs.reduce((sum, { a, like }) => sum + (like === 1 ? weigh(lines[a] ?? 0) : 0), 0)
    let around = 0
    const path = this.#files[file]?.path
    for (let away = 1; away <= CONTEXT_LINES; away++)
      for (const [line, now] of [
        [first - away, start - away],
        [last + away, end + away],
      ] as const) {
        const text = normaliseWhitespace(from[line - 1])
        if (text === '' || text !== normaliseWhitespace(to[now - 1])) continue
        const kept = keptAt(line)
        if (kept ? kept.path === path && kept.line === now : isNew(now)) around += weightOf(text)
      }
    evidence += around
    const score = OWN * weight + around
    const isExact = weight === total && total >= DISTINCTIVE_CHARS
    return { file, offset, lines: carried, weight, score, evidence, isExact }
  }
}

function windowOf(lines: readonly number[], length: number): number[] {
  const from = Math.max(1, (lines[0] ?? 1) - CONTEXT_LINES)
  const to = Math.min(length, (lines.at(-1) ?? 1) + CONTEXT_LINES)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
}

function overlaps(a: Scored, b: Scored): boolean {
  const [aStart = 0, aEnd = 0] = [a.lines[0], a.lines.at(-1)]
  const [bStart = 0, bEnd = 0] = [b.lines[0], b.lines.at(-1)]
  return a.file === b.file && aStart <= bEnd && bStart <= aEnd
}
