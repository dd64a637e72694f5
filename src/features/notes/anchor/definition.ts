import type { SymbolName } from '#base/symbol.ts'
import { isStorableText } from '#base/text.ts'
import type { PlaceKind } from './place.ts'

/** A definition in a text. Lines are counted from 1. */
export type Definition = SymbolName & {
  container: string | null
  /** The line of its name. */
  line: number
  firstLine: number
  lastLine: number
  /** Equal for equal bodies, whatever their name and their indentation. */
  bodyHash: string
}

/** A text, line by line, with the definitions in it. */
export type DefinedText = { lines: readonly string[]; definitions: readonly Definition[] }

/** Lines of a note in one text. */
export type Side = { path: string; text: string; lines: readonly number[] }

/** What a step did to the code of a note. `after` null: its lines are lost. */
export type Trace = { before: Side; after: Side | null }

/** The innermost definition around all of these lines. Each definition stands behind those that enclose it. */
export function innermost(definitions: readonly Definition[], lines: readonly number[]): Definition | null {
  const [first, last] = [Math.min(...lines), Math.max(...lines)]
  return definitions.findLast((each) => each.firstLine <= first && last <= each.lastLine) ?? null
}

type Within = { definition: Definition | null; side: Side }

/** The definition that the evidence names; null when what happened to the lines did not happen to it. */
export function namedBy(kind: PlaceKind, before: Within, after: Within | null): SymbolName | null {
  const [was, now] = [before.definition, after?.definition ?? null]
  if (kind === 'lost') return nameOf(was)
  if (kind === 'changed') return nameOf(now ?? was)
  if (kind !== 'moved' || !was || !now || !after) return null
  if (was.bodyHash === now.bodyHash) return nameOf(now)
  if (was.kind !== now.kind || was.name !== now.name) return null
  // Lines that were moved inside their function did not move with it.
  const isWithLines = distance(before.side, was) === distance(after.side, now)
  return before.side.path !== after.side.path || isWithLines ? nameOf(now) : null
}

function distance({ lines }: Side, { line }: Definition): number {
  return Math.min(...lines) - line
}

/** None when the database cannot store it: a long name may be cut inside a character. */
function nameOf(definition: Definition | null): SymbolName | null {
  return definition && isStorableText(definition.name) ? { kind: definition.kind, name: definition.name } : null
}
