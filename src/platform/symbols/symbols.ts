import type { TextSource } from '../db/body-codec.ts'
import { isDeadlineOrBusy, type Offload, type Task, TaskError } from '../threads.ts'
import type { CodeSymbol, Symbols } from './code-symbol.ts'
import { grammarOf } from './languages.ts'

/** The definitions of a text, parsed in a worker thread. */
export async function symbolsOf(offload: Offload, language: string, source: TextSource): Promise<Symbols> {
  if (grammarOf(language) === null) return { kind: 'no-grammar' }
  try {
    return await offload(parseSymbolsTask, { language, source })
  } catch (error) {
    if (!(error instanceof TaskError) || !isDeadlineOrBusy(error)) throw error
    return { kind: 'stopped', why: error.reason === 'busy' ? 'busy' : 'time' }
  }
}

/** More than the parser takes for itself: it cannot stop inside one long token. */
const DEADLINE_MS = 4_000

export const parseSymbolsTask: Task<{ language: string; source: TextSource }, Symbols> = {
  name: 'parse-symbols',
  deadlineMs: DEADLINE_MS,
  run: async ({ language, source }) => (await import('./parse.ts')).parseSource(language, source),
}

/** The symbols around a line, from the outermost to the innermost. */
export function enclosingSymbols(symbols: readonly CodeSymbol[], line: number): CodeSymbol[] {
  return symbols.filter(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine)
}
