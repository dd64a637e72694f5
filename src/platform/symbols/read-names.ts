import { symbolNames } from '#base/symbol-names.ts'
import type { TextSource } from '../db/body-codec.ts'
import { type Offload, type Task, TaskError } from '../threads.ts'
import { grammarOf } from './languages.ts'
import { parseSymbolsTask } from './symbols.ts'

/** The symbols of a text as they are stored: the lines of their names, and the definitions as JSON. `symbols` null: the parser was stopped. */
export type ReadNames = { lines: string; symbols: string | null }

const NO_SYMBOLS: ReadNames = { lines: '', symbols: '[]' }
const STOPPED: ReadNames = { lines: '', symbols: null }

/** More than the parser takes for itself: it cannot stop inside one long token. */
const DEADLINE_MS = 4_000

/** Folds and serialises in the thread too: 5,000 symbols would block the event loop for longer than they may. */
export const readNamesTask: Task<{ language: string; source: TextSource }, ReadNames> = {
  name: 'read-names',
  deadlineMs: DEADLINE_MS,
  run: async ({ language, source }) => {
    const parsed = await parseSymbolsTask.run({ language, source })
    if (parsed.kind !== 'symbols') return parsed.kind === 'stopped' ? STOPPED : NO_SYMBOLS
    const { lines, symbols } = symbolNames(parsed.symbols)
    return { lines, symbols: JSON.stringify(symbols) }
  },
}

/** The symbols of a text. A text that the parser cannot read never fails a save: it has none, and is counted. Null when no thread was free. */
export async function readNames(offload: Offload, language: string, source: TextSource): Promise<ReadNames | null> {
  if (grammarOf(language) === null) return NO_SYMBOLS
  try {
    return await offload(readNamesTask, { language, source })
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    return error.reason === 'busy' ? null : STOPPED
  }
}
