import { type Definition, type DefinedText, innermost } from './definition.ts'
import { isDistinctive, likeness, normaliseWhitespace, prepareBlock } from './likeness.ts'

/** Lines of comments and attributes. */
const COMMENT = /^(?:\/[/*]|\*|#|--|@)/
/** More definitions of a text are not compared. */
const MAX_COMPARED = 300

/** A note and the text that it is on. */
type Noted = { text: DefinedText; note: readonly number[] }

/**
 * Whether lines were found in the wrong definition: by its name, or by its text if its name is new, it was another one than theirs. Ask it only
 * of lines that are ambiguous: others are known by their text.
 */
export function isInAnother(before: Noted, after: Noted): boolean {
  const [owner, found] = [ownerOf(before), ownerOf(after)]
  if (!owner || !found || isNamesake(owner, found) || owner.bodyHash === found.bodyHash) return false
  return predecessorOf(found, before.text, after.text) !== owner
}

/** Whether lines are in a definition, so that they may be found in another one. */
export function isInDefinition(noted: Noted): boolean {
  return ownerOf(noted) !== null
}

/** The definition around all of these lines, or the one that they are the comment of. */
function ownerOf({ text: { lines, definitions }, note }: Noted): Definition | null {
  if (note.length === 0) return null
  for (let line = Math.max(...note); COMMENT.test(lines[line - 1]?.trim() ?? ''); line++) {
    const below = definitions.find((each) => each.firstLine === line + 1)
    if (below) return below
  }
  return innermost(definitions, note)
}

function isNamesake(a: Definition, b: Definition): boolean {
  return a.kind === b.kind && a.name === b.name
}

/** Whether lines of the earlier text are short, or stand in one of the texts more than once. */
export function isAmbiguous(note: readonly number[], before: readonly string[], after: readonly string[]): boolean {
  const own = note.map((line) => before[line - 1] ?? '')
  if (!isDistinctive(own)) return true
  const [first = '', ...others] = own.map(normaliseWhitespace)
  return [before, after].some((lines) => {
    const isAt = (at: number) => others.every((line, i) => normaliseWhitespace(lines[at + i + 1]) === line)
    return (indexesOf(lines).get(first) ?? []).filter(isAt).length > 1
  })
}

/** A text is asked for every note on it. */
const indexes = new WeakMap<readonly string[], ReadonlyMap<string, readonly number[]>>()

/** Where each line of a text stands, counted from 0. */
function indexesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const known = indexes.get(lines)
  if (known) return known
  const made = new Map<string, number[]>()
  for (const [i, line] of lines.entries()) {
    const text = normaliseWhitespace(line)
    const at = made.get(text)
    if (at) at.push(i)
    else made.set(text, [i])
  }
  indexes.set(lines, made)
  return made
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
