import { findDefinition, innermost } from 'codeshelf-follow'
import { detectLanguage } from '#base/language/language.ts'
import { isStorableText } from '#base/text.ts'
import type { CodeSymbol } from '#platform/symbols/code-symbol.ts'
import { parseSymbols } from '#platform/symbols/parse.ts'
import { isDeadlineOrBusy, type Offload, type Task } from '#platform/threads.ts'
import { quoteOf } from '../../anchored-note.ts'
import type { WatchedSymbol } from '../../watch.ts'
import { blobText } from '../sources/blob-texts.ts'
import { PARSED_CHARS } from '../sources/definition-reader.ts'

/** More than the parser takes for itself. */
const DEADLINE_MS = 4_000

/** `path` names the language of a text whose language nobody has chosen. */
type Source = { text: string | Uint8Array; language: { name: string } | { path: string } }

/** A symbol to be found again; without one, the innermost around these lines. No lines: they are lost. */
type WantedSymbol = { watched: { symbol: WatchedSymbol; text: string } | null; lines: readonly number[] }

export type FoundSymbol = { symbol: WatchedSymbol; text: string }

type Find = { source: Source; wanted: readonly WantedSymbol[] }

/** Answers in the order of what is wanted. Null for all of them: the text is not parsed, or the parser was stopped. */
export const findSymbolsTask: Task<Find, (FoundSymbol | null)[] | null> = {
  name: 'find-watched-symbols',
  deadlineMs: DEADLINE_MS,
  async run({ source: { text: given, language }, wanted }) {
    const text = typeof given === 'string' ? given : blobText(given)
    // Not an empty answer: the watches would fire and say that their symbols are gone.
    if (text === null || text.length > PARSED_CHARS) return null
    const name = 'name' in language ? language.name : detectLanguage(language.path, text)
    const parsed = await parseSymbols(name, text)
    if (parsed.kind === 'stopped') return null
    const definitions = parsed.kind === 'symbols' ? parsed.symbols.filter(isStorable) : []
    const texts = new Map<CodeSymbol, string>()
    // Each once: thousands of definitions may have the name of many watches.
    const textOf = (each: CodeSymbol) => {
      const known = texts.get(each) ?? quoteOf(text, 1, each.firstLine, each.lastLine)?.text ?? ''
      texts.set(each, known)
      return known
    }
    return wanted.map(({ watched, lines }) => {
      const around = () => (lines.length === 0 ? null : innermost(definitions, lines))
      const found = watched
        ? findDefinition(definitions, textOf, { definition: watched.symbol, text: watched.text, lines })
        : around()
      return found && { symbol: symbolOf(found), text: textOf(found) }
    })
  },
}

/** A long name may be cut inside a character. */
function isStorable({ name, container }: CodeSymbol): boolean {
  return isStorableText(name) && isStorableText(container ?? '')
}

function symbolOf({ kind, name, container }: CodeSymbol): WatchedSymbol {
  return { kind, name, container }
}

/** The symbols in a text, each null when it is not there. Null for all: the text is too long, not text, or could not be parsed in time. */
export async function findSymbols(
  offload: Offload,
  source: Source,
  wanted: readonly WantedSymbol[],
): Promise<(FoundSymbol | null)[] | null> {
  if (wanted.length === 0) return []
  try {
    return await offload(findSymbolsTask, { source, wanted })
  } catch (error) {
    if (!isDeadlineOrBusy(error)) throw error
    return null
  }
}
