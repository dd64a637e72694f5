import { type Definition, innermost, type TextSide } from 'codeshelf-follow'
import type { SymbolName } from '#base/symbol.ts'
import { isStorableText } from '#base/text.ts'
import type { CodeSymbol } from '#platform/symbols/code-symbol.ts'
import type { Place, PlaceKind } from '../../place.ts'
import type { Traces } from '../../record-places.ts'
import type { DefinitionReader } from '../sources/definition-reader.ts'

/** Adds the name of the definition to places that have a trace, beginning with the last place of each note: it is the one that is shown. */
export async function nameSymbols(
  places: readonly (readonly Place[])[],
  traces: Traces,
  reader: DefinitionReader,
): Promise<void> {
  const most = Math.max(0, ...places.map((each) => each.length))
  for (let back = 1; back <= most; back++)
    for (const each of places) {
      const place = each.at(-back)
      if (place) await nameSymbol(place, traces, reader)
    }
}

async function nameSymbol(place: Place, traces: Traces, reader: DefinitionReader): Promise<void> {
  const trace = traces.get(place)
  if (!trace || place.kind === 'renamed') return
  const { before, after } = trace
  const now = after && (await definitionOf(reader, after))
  const was = now && place.kind === 'changed' ? null : await definitionOf(reader, before)
  const symbol = namedBy(place.kind, { definition: was, side: before }, after && { definition: now, side: after })
  if (symbol) place.symbol = symbol
}

async function definitionOf(reader: DefinitionReader, { path, text, lines }: TextSide): Promise<CodeSymbol | null> {
  if (lines.length === 0) return null
  const read = await reader.read(path, text)
  return read && innermost(read.definitions, lines)
}

type Within = { definition: (Definition & SymbolName) | null; side: TextSide }

/** The definition that the evidence names; null when what happened to the lines did not happen to it. */
function namedBy(kind: PlaceKind, before: Within, after: Within | null): SymbolName | null {
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
