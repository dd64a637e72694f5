import { splitLines } from '#base/lines.ts'
import { type Carried, CommitStep, type Located } from './commit-step.ts'
import type { Trace } from './definition.ts'
import { linesIn } from './line-ranges.ts'
import { normaliseWhitespace } from './likeness.ts'
import type { MoveOffer } from '../move-offer.ts'
import { addPlaces, type Place } from './place.ts'
import { textPairs } from './text-pairs.ts'

/** Lines counted from 1, both included. */
export type Lines = { start: number; end: number }

/** The lines that a note was attached to: in which version, and with what text. */
export type Anchor = {
  lines: Lines
  version: number
  quote: string
  /** Where a sync has followed it to. Then `version` is that of these lines. */
  followed?: { lines: readonly number[]; isMoved: boolean } | null
}

/**
 * `shifted`: lines were added or removed above, and the note is still between its neighbours. `moved`: the code was moved past other
 * lines. `changed`: the lines were found with another text. `lost`: no line of the note was found, or its repository file was deleted. `unknown`: the task missed its
 * deadline; the next read tries again.
 */
export type AnchorLocation = (
  | { state: 'anchored' | 'shifted' | 'moved' | 'changed'; lines: Lines; was: Lines }
  | { state: 'lost'; was: Lines; isFileGone?: boolean }
  | { state: 'unknown'; was: Lines }
) & {
  /** What happened to its code since it was attached, oldest first. */
  places?: readonly Place[]
  /** For a lost note on a file: where in the library its code is now. */
  offer?: MoveOffer
}

/** `at`: when the version was saved, if that is wanted in the places. */
export type Text = { version: number; content: string; at?: string | null }

/** All versions of a text have the same name here. */
const PATH = ''

/**
 * Follows anchors from the version they were created on to the newest, one version at a time: a diff of two neighbouring
 * versions is small and maps each line reliably, which a diff of two distant versions does not.
 */
export function followAnchors(
  anchors: readonly Anchor[],
  versions: readonly Text[],
  traces: Traces = new WeakMap(),
): AnchorLocation[] {
  const steps = followSteps(anchors, versions, traces)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same, step by step: a caller may correct what a step found before it goes on. */
export function* followSteps(
  anchors: readonly Anchor[],
  versions: readonly Text[],
  traces: Traces,
): Generator<Taken, AnchorLocation[], void> {
  const texts = versions.toSorted((a, b) => a.version - b.version)
  const walked: Walked = { located: anchors.map(() => null), places: anchors.map(() => []) }
  const read = textPairs()
  for (const [i, { version, content }] of texts.entries()) {
    for (const [n, anchor] of anchors.entries())
      if (anchor.version === version)
        walked.located[n] = {
          path: PATH,
          ...(anchor.followed ?? { lines: linesIn([[anchor.lines.start, anchor.lines.end]]), isMoved: false }),
        }
    const next = texts[i + 1]
    // Skip the diff while no anchor has lines to follow.
    if (!next || next.content === content || walked.located.every((each) => each === null)) continue
    const step = new CommitStep([{ from: PATH, to: PATH, before: content, after: next.content }], read)
    const taken = takeStep(step, walked.located)
    yield taken
    recordStep(taken, walked, next.at === undefined ? null : { since: String(next.version), at: next.at }, traces)
  }
  const newest = splitLines(texts.at(-1)?.content ?? '')
  return anchors.map((anchor, n) => ({
    ...locationOf(anchor, walked.located[n] ?? null, newest),
    ...(walked.places[n]?.length && { places: walked.places[n] }),
  }))
}

/** For each of the notes: where it is, null when that is not certain, and what happened to it on the way. */
export type Walked = { located: (Located | null)[]; places: Place[][] }

type Moment = Pick<Place, 'since' | 'at'>

/** The texts from which each place was found, to name the definitions in them once the last place is known. */
export type Traces = WeakMap<Place, Trace>

/** What one commit or version did to each of the notes on files that it changed. */
export type Taken = { step: CommitStep; carried: { note: number; from: Located; now: Carried }[] }

export function takeStep(step: CommitStep, located: Walked['located']): Taken {
  const carried: Taken['carried'] = []
  // Without a list for each note: most commits touch few of thousands.
  for (let note = 0; note < located.length; note++) {
    const from = located[note]
    if (from && step.touches(from)) carried.push({ note, from, now: step.carry(from) })
  }
  return { step, carried }
}

/** Each note gets its new location and, unless only its line numbers changed, a place of this moment. */
export function recordStep(
  { step, carried }: Taken,
  { located, places }: Walked,
  moment: Moment | null,
  traces: Traces,
): void {
  for (const { note, from, now } of carried) {
    located[note] = now.to
    if (now.what === null || !moment) continue
    const place = placeOf(now.what, moment, from.path, now.to)
    const trace = step.trace(from, now.to)
    if (trace) traces.set(place, trace)
    places[note] = addPlaces(places[note] ?? [], [place])
  }
}

/** The place of a note after a commit or a version; null: its lines are lost. */
function placeOf(kind: Place['kind'], moment: Moment, path: string, to: Located | null): Place {
  const lines = to && longestTogether(to.lines)
  return { kind, ...moment, path: to?.path ?? path, start: lines?.start ?? null, end: lines?.end ?? null }
}

/** Where the followed lines of an anchor are in the newest text. */
function locationOf({ lines: was, quote }: Anchor, left: Located | null, newest: readonly string[]): AnchorLocation {
  const lines = longestTogether(left?.lines ?? [])
  if (!left || !lines) return { state: 'lost', was }
  const current = newest.slice(lines.start - 1, lines.end).map(normaliseWhitespace)
  if (current.join('\n') !== splitLines(quote).map(normaliseWhitespace).join('\n'))
    return { state: 'changed', lines, was }
  if (lines.start === was.start) return { state: 'anchored', lines, was }
  return { state: left.isMoved ? 'moved' : 'shifted', lines, was }
}

/** Maximum gap between two lines of one group. */
const TOGETHER = 40

/** The largest group of lines that are close together. */
export function longestTogether(lines: readonly number[]): Lines | null {
  let best: (Lines & { count: number }) | null = null
  let group: (Lines & { count: number }) | null = null
  for (const line of lines.toSorted((a, b) => a - b)) {
    if (group && line - group.end <= TOGETHER) group = { start: group.start, end: line, count: group.count + 1 }
    else group = { start: line, end: line, count: 1 }
    if (!best || group.count > best.count) best = group
  }
  return best && { start: best.start, end: best.end }
}
