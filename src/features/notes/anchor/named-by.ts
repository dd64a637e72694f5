import type { Definition, TextSide } from 'codeshelf-follow'
import type { SymbolName } from '#base/symbol.ts'
import { isStorableText } from '#base/text.ts'
import type { PlaceKind } from './place.ts'

type Within = { definition: (Definition & SymbolName) | null; side: TextSide }

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

function distance({ lines }: TextSide, { line }: Definition): number {
  return Math.min(...lines) - line
}

/** None when the database cannot store it: a long name may be cut inside a character. */
function nameOf(definition: SymbolName | null): SymbolName | null {
  return definition && isStorableText(definition.name) ? { kind: definition.kind, name: definition.name } : null
}
