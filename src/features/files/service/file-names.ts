import { fileNameLine } from '#base/symbol-names.ts'
import type { ReadNames } from '#platform/symbols/read-names.ts'
import type { FileNames } from '../store/search-docs.ts'

/** What was read of a text in a language. `read` null: no thread was free, so that it has to be read later. */
export type TextNames = { language: string; read: ReadNames | null }

/** The names of a file: that of the file itself first. */
export function withFileName({ fileName }: { fileName: string }, read: ReadNames | null): FileNames | null {
  return read && { names: fileNameLine(fileName) + read.lines, symbols: read.symbols }
}
