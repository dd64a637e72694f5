import type { Packed } from '#platform/db/body-codec.ts'
import { grammarOf } from '#platform/symbols/languages.ts'
import { parseSymbolsTask } from '#platform/symbols/symbols.ts'
import { type Offload, type Task, TaskError } from '#platform/threads.ts'
import type { FileNames } from '../store/search-docs.ts'
import { fileNameLine, symbolNames } from '../symbol-names.ts'

/** The symbols of a text as they are stored: the lines of their names, and the definitions as JSON. `symbols` null: the parser was stopped. */
export type ReadNames = { lines: string; symbols: string | null }
/** What was read of a text in a language. `read` null: no thread was free, so that it has to be read later. */
export type TextNames = { language: string; read: ReadNames | null }

const NO_SYMBOLS: ReadNames = { lines: '', symbols: '[]' }
const STOPPED: ReadNames = { lines: '', symbols: null }

/** More than the parser takes for itself: it cannot stop inside one long token. */
const DEADLINE_MS = 4_000

/** Folds and serialises in the thread too: 5,000 symbols would block the event loop for longer than they may. */
export const readNamesTask: Task<{ language: string; packed: Packed }, ReadNames> = {
  name: 'read-names',
  deadlineMs: DEADLINE_MS,
  run: async ({ language, packed }) => {
    const parsed = await parseSymbolsTask.run({ language, source: packed })
    if (parsed.kind !== 'symbols') return parsed.kind === 'stopped' ? STOPPED : NO_SYMBOLS
    const { lines, symbols } = symbolNames(parsed.symbols)
    return { lines, symbols: JSON.stringify(symbols) }
  },
}

/** The symbols of a text. A text that the parser cannot read never fails a save: it has none, and is counted. Null when no thread was free. */
export async function readNames(offload: Offload, language: string, packed: Packed): Promise<ReadNames | null> {
  if (grammarOf(language) === null) return NO_SYMBOLS
  try {
    return await offload(readNamesTask, { language, packed })
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    return error.reason === 'busy' ? null : STOPPED
  }
}

/** The names of a file: that of the file itself first. */
export function withFileName({ fileName }: { fileName: string }, read: ReadNames | null): FileNames | null {
  return read && { names: fileNameLine(fileName) + read.lines, symbols: read.symbols }
}
