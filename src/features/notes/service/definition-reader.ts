import { splitLines } from '#base/lines.ts'
import { parseSymbols } from '#platform/symbols/parse.ts'
import type { DefinedText } from '../anchor/definition.ts'

/** Longer texts are not parsed: the parser cannot stop inside a token, and the tasks of notes must not miss their deadlines. */
export const PARSED_CHARS = 512 * 1024
const PARSE_MS = 1_500

/** How many texts one task parses, and for how long together. */
export type ParseLimits = { texts: number; ms: number }

/** Reads the definitions of texts, each once. Null: no grammar, the text is too long, or the limits are reached. */
export class DefinitionReader {
  readonly #languageOf: (path: string, text: string) => string
  readonly #known = new Map<string, Promise<DefinedText | null>>()
  #left: ParseLimits

  constructor(languageOf: (path: string, text: string) => string, limits: ParseLimits) {
    this.#languageOf = languageOf
    this.#left = limits
  }

  read(path: string, text: string): Promise<DefinedText | null> {
    const known = this.#known.get(text)
    if (known) return known
    const read = this.#parse(path, text)
    this.#known.set(text, read)
    return read
  }

  async #parse(path: string, text: string): Promise<DefinedText | null> {
    const { texts, ms } = this.#left
    if (text.length > PARSED_CHARS || texts <= 0 || ms <= 0) return null
    const started = performance.now()
    const parsed = await parseSymbols(this.#languageOf(path, text), text, Math.min(PARSE_MS, ms))
    if (parsed.kind === 'no-grammar') return null
    this.#left = { texts: texts - 1, ms: ms - (performance.now() - started) }
    return parsed.kind === 'symbols' ? { definitions: parsed.symbols, lines: splitLines(text) } : null
  }
}
