import { parseSymbols } from '#platform/symbols/parse.ts'
import { type Definition, innermost, namedBy, type Side } from '../anchor/definition.ts'
import type { Traces } from '../anchor/follow.ts'
import type { Place } from '../anchor/place.ts'

/** Longer texts are not parsed here: the parser cannot stop inside a token, and following must not miss its deadline. */
const MAX_CHARS = 512 * 1024
const MAX_TEXTS = 60
const PARSE_MS = 400
const TOTAL_MS = 1_500

type Budget = { texts: number; until: number }

/** Reads the definitions of texts, each once, until its time is up. Null: no grammar, no time, or the text is too long. */
export class DefinitionReader {
  readonly #languageOf: (side: Side) => string
  readonly #known = new Map<string, Promise<readonly Definition[] | null>>()
  #budget: Budget | null = null

  constructor(languageOf: (side: Side) => string) {
    this.#languageOf = languageOf
  }

  read(side: Side): Promise<readonly Definition[] | null> {
    const known = this.#known.get(side.text)
    if (known) return known
    const read = this.#parse(side)
    this.#known.set(side.text, read)
    return read
  }

  async #parse(side: Side): Promise<readonly Definition[] | null> {
    if (side.text.length > MAX_CHARS) return null
    this.#budget ??= { texts: MAX_TEXTS, until: performance.now() + TOTAL_MS }
    const left = this.#budget.until - performance.now()
    if (this.#budget.texts <= 0 || left <= 0) return null
    this.#budget.texts -= 1
    const parsed = await parseSymbols(this.#languageOf(side), side.text, Math.min(PARSE_MS, left))
    return parsed.kind === 'symbols' ? parsed.symbols : null
  }
}

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

async function definitionOf(reader: DefinitionReader, side: Side): Promise<Definition | null> {
  if (side.lines.length === 0) return null
  const definitions = await reader.read(side)
  return definitions && innermost(definitions, side.lines)
}
