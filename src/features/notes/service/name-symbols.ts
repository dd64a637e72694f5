import { innermost, type TextSide } from 'codeshelf-follow'
import type { CodeSymbol } from '#platform/symbols/code-symbol.ts'
import { namedBy } from '../anchor/named-by.ts'
import type { Traces } from '../anchor/record-places.ts'
import type { Place } from '../anchor/place.ts'
import type { DefinitionReader } from './definition-reader.ts'

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
