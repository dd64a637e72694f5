import type { DefinedText } from 'codeshelf-follow'
import { splitLines } from '#base/lines.ts'
import { parseSymbols } from '#platform/symbols/parse.ts'
import { type ParseTime, startStopwatch } from '#platform/symbols/parse-time.ts'
import type { CodeSymbol } from '#platform/symbols/code-symbol.ts'

/** Longer texts are not parsed: the parser cannot stop inside a token, and the tasks of notes must not miss their deadlines. */
export const PARSED_CHARS = 512 * 1024
const PARSE_TIME: ParseTime = { cpuMs: 1_500, elapsedMs: 4_500 }

/** How many texts one task parses, and for how long together. */
export type ParseLimits = ParseTime & { texts: number }

type ParsedText = DefinedText & { definitions: readonly CodeSymbol[] }

/** Reads the definitions of texts, each once. Null: no grammar, the text is too long, or the limits are reached. */
export class DefinitionReader {
  readonly #languageOf: (path: string, text: string) => string
  readonly #known = new Map<string, Promise<ParsedText | null>>()
  #left: ParseLimits

  constructor(languageOf: (path: string, text: string) => string, limits: ParseLimits) {
    this.#languageOf = languageOf
    this.#left = limits
  }

  /** Bound, because `vetoByDefinitions` calls it without its reader. */
  readonly read = (path: string, text: string): Promise<ParsedText | null> => {
    const known = this.#known.get(text)
    if (known) return known
    const read = this.#parse(path, text)
    this.#known.set(text, read)
    return read
  }

  async #parse(path: string, text: string): Promise<ParsedText | null> {
    const { texts, cpuMs, elapsedMs } = this.#left
    if (text.length > PARSED_CHARS || texts <= 0 || cpuMs <= 0 || elapsedMs <= 0) return null
    const stopwatch = startStopwatch()
    const parsed = await parseSymbols(this.#languageOf(path, text), text, {
      cpuMs: Math.min(PARSE_TIME.cpuMs, cpuMs),
      elapsedMs: Math.min(PARSE_TIME.elapsedMs, elapsedMs),
    })
    if (parsed.kind === 'no-grammar') return null
    const used = stopwatch.read()
    this.#left = { texts: texts - 1, cpuMs: cpuMs - used.cpuMs, elapsedMs: elapsedMs - used.elapsedMs }
    return parsed.kind === 'symbols' ? { definitions: parsed.symbols, lines: splitLines(text) } : null
  }
}
