import { type Definition, type DefinedText, innermost } from './definition.ts'
import { isDistinctive, likeness, prepareBlock, weightOf } from './likeness.ts'
import { type Lines, textsAt } from './line-ranges.ts'
import { EMPTY_LINE, type PairedText } from './text-pairs.ts'

/** Lines of comments and attributes. */
const COMMENT = /^(?:\/[/*]|\*|#|--|@)/
/** More definitions of a text are not compared. */
const MAX_COMPARED = 300

/** Maximum distance of a line that confirms an anchor. */
const BESIDE = 4
/** Minimum number of letters of the anchor: a line like `}` or `end` may close another block now, whatever stands next to it. */
const CONFIRMED = 4

/** The lines of an anchor and the text that they are in. */
type Anchored = { text: DefinedText; anchor: readonly number[] }

/**
 * Whether lines were found in the wrong definition: by its name, or by its text if its name is new, it was another one than theirs. Ask it only
 * of lines that are ambiguous: others are known by their text.
 */
export function isInAnother(before: Anchored, after: Anchored): boolean {
  const [owner, found] = [ownerOf(before), ownerOf(after)]
  if (!owner || !found || isNamesake(owner, found) || owner.bodyHash === found.bodyHash) return false
  return predecessorOf(found, before.text, after.text) !== owner
}

/**
 * The lines from the head of the definition of an anchor to the anchor, or from the anchor to the head below it; null outside of every definition. While all of them
 * stay together, the anchor stays in its definition.
 */
export function linesToHead(anchored: Anchored): Lines | null {
  const owner = ownerOf(anchored)
  if (!owner) return null
  const [first, last] = [Math.min(...anchored.anchor), Math.max(...anchored.anchor)]
  const start = Math.min(first, owner.firstLine)
  return { start, end: Math.max(owner.line, endOfComment(last, anchored.text.lines)) }
}

/**
 * Whether a line of the same definition that stands only once in both texts is still next to the anchor, with the same lines between them. Then both went together, as when
 * a part of a function becomes one of its own.
 */
export function isWithUniqueLine(
  anchored: Anchored,
  now: readonly number[],
  before: PairedText,
  after: PairedText,
): boolean {
  const owner = ownerOf(anchored)
  const [first, last] = [Math.min(...anchored.anchor), Math.max(...anchored.anchor)]
  const letters = anchored.anchor.reduce((sum, line) => sum + weightOf(before.texts[line - 1] ?? ''), 0)
  if (!owner || letters < CONFIRMED || Math.max(...now) - Math.min(...now) !== last - first) return false
  const shift = Math.min(...now) - first
  const isUniqueBeside = (edge: number, side: 1 | -1): boolean => {
    for (let away = 1; away <= BESIDE; away++) {
      const line = edge + side * away
      const own = before.normalised()[line - 1] ?? EMPTY_LINE
      if (line < owner.firstLine || line > owner.lastLine || after.normalised()[line + shift - 1] !== own) return false
      const isOnce = ({ normalised }: PairedText) => !isRepeated([own], normalised())
      if (isDistinctive([before.texts[line - 1] ?? '']) && isOnce(before) && isOnce(after)) return true
    }
    return false
  }
  return isUniqueBeside(last, 1) || isUniqueBeside(first, -1)
}

/** The first line from this one on that is no comment. */
export function endOfComment(line: number, lines: readonly string[]): number {
  let end = line
  while (COMMENT.test(lines[end - 1]?.trim() ?? '')) end++
  return end
}

/** The definition around all of these lines, or the one that they are the comment of. */
function ownerOf({ text: { lines, definitions }, anchor }: Anchored): Definition | null {
  if (anchor.length === 0) return null
  for (let line = Math.max(...anchor); COMMENT.test(lines[line - 1]?.trim() ?? ''); line++) {
    const below = definitions.find((each) => each.firstLine === line + 1)
    if (below) return below
  }
  return innermost(definitions, anchor)
}

function isNamesake(a: Definition, b: Definition): boolean {
  return a.kind === b.kind && a.name === b.name
}

/** Whether lines of the earlier text are short, or stand in one of the texts more than once. */
export function isAmbiguous(anchor: readonly number[], before: PairedText, after: PairedText): boolean {
  if (!isDistinctive(textsAt(anchor, before.texts))) return true
  const own = anchor.map((line) => before.normalised()[line - 1] ?? EMPTY_LINE)
  return isRepeated(own, before.normalised()) || isRepeated(own, after.normalised())
}

function isRepeated(block: readonly number[], lines: Uint32Array): boolean {
  const [first = EMPTY_LINE] = block
  const isAt = (at: number) => block.every((line, i) => (lines[at + i] ?? EMPTY_LINE) === line)
  let times = 0
  for (let at = lines.indexOf(first); at >= 0; at = lines.indexOf(first, at + 1))
    if (isAt(at) && (times += 1) > 1) return true
  return false
}

/** Which definition of the earlier text this one was: its namesake, else the most similar one of those whose name is gone. */
function predecessorOf(found: Definition, before: DefinedText, after: DefinedText): Definition | null {
  const namesake = before.definitions.find((each) => isNamesake(each, found) && each.container === found.container)
  if (namesake) return namesake
  const names = new Set(after.definitions.map(({ kind, name }) => `${kind} ${name}`))
  const gone = before.definitions.filter(({ kind, name }) => kind === found.kind && !names.has(`${kind} ${name}`))
  const text = blockOf(after, found)
  let best: { like: number; definition: Definition } | null = null
  for (const definition of gone.slice(0, MAX_COMPARED)) {
    const like = likeness(text, blockOf(before, definition))
    if (!best || like > best.like) best = { like, definition }
  }
  return best?.definition ?? null
}

function blockOf({ lines }: DefinedText, { firstLine, lastLine }: Definition) {
  return prepareBlock(lines.slice(firstLine - 1, lastLine))
}
