import { CommitStep, type Located, type StepResult } from './commit-step.ts'
import { type Lines, linesIn, longestTogether } from './line-ranges.ts'
import { normaliseWhitespace } from './likeness.ts'
import { splitLines } from './lines.ts'
import { textPairs } from './text-pairs.ts'

/** One of several texts of a file, in the order of their versions. */
export type Text = { version: number; content: string }

/** Lines to follow, from the text of `version` on. */
export type Anchor = {
  lines: Lines
  version: number
  /** What the lines said when the anchor was set. A location is `changed` when they say something else now. */
  quote: string
  /** Where an earlier run has followed it to. Then `version` is that of these lines. */
  followed?: { lines: readonly number[]; isMoved: boolean } | null
}

/**
 * Where an anchor is in the newest text. `shifted`: lines were added or removed above, and it is still between its neighbours. `moved`: the code was moved
 * past other lines. `changed`: the lines were found with another text. `lost`: no line was found with certainty.
 */
export type Location =
  | { state: 'anchored' | 'shifted' | 'moved' | 'changed'; lines: Lines; was: Lines }
  | { state: 'lost'; was: Lines }

/** What one version did to the anchors. */
export type VersionResult = StepResult & { version: number }

/** All versions of a text have the same name here. */
const PATH = ''

/**
 * Follows anchors from their version to the newest text, one version at a time: a diff of two neighbouring
 * versions is small and maps each line reliably, which a diff of two distant versions does not.
 */
export function followTexts(anchors: readonly Anchor[], texts: readonly Text[]): Location[] {
  const steps = followSteps(anchors, texts)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same, step by step: before asking for the next step, a caller may correct what this one found, as `vetoByDefinitions` does. */
export function* followSteps(
  anchors: readonly Anchor[],
  texts: readonly Text[],
): Generator<VersionResult, Location[], void> {
  const versions = texts.toSorted((a, b) => a.version - b.version)
  const located: (Located | null)[] = anchors.map(() => null)
  const read = textPairs()
  for (const [i, { version, content }] of versions.entries()) {
    for (const [n, anchor] of anchors.entries())
      if (anchor.version === version)
        located[n] = {
          path: PATH,
          ...(anchor.followed ?? { lines: linesIn([[anchor.lines.start, anchor.lines.end]]), isMoved: false }),
        }
    const next = versions[i + 1]
    // Skip the diff while no anchor has lines to follow.
    if (!next || next.content === content || located.every((each) => each === null)) continue
    const step = new CommitStep([{ from: PATH, to: PATH, before: content, after: next.content }], read)
    const result = { ...step.carryAll(located), version: next.version }
    yield result
    for (const { index, now } of result.carried) located[index] = now.to
  }
  const newest = splitLines(versions.at(-1)?.content ?? '')
  return anchors.map((anchor, n) => locationOf(anchor, located[n] ?? null, newest))
}

/** Where the followed lines of an anchor are in the newest text. */
function locationOf({ lines: was, quote }: Anchor, left: Located | null, newest: readonly string[]): Location {
  const lines = longestTogether(left?.lines ?? [])
  if (!left || !lines) return { state: 'lost', was }
  const current = newest.slice(lines.start - 1, lines.end).map(normaliseWhitespace)
  if (current.join('\n') !== splitLines(quote).map(normaliseWhitespace).join('\n'))
    return { state: 'changed', lines, was }
  if (lines.start === was.start) return { state: 'anchored', lines, was }
  return { state: left.isMoved ? 'moved' : 'shifted', lines, was }
}
