import { parseSymbols } from '#platform/symbols/parse.ts'
import type { ParseTime } from '#platform/symbols/parse-time.ts'
import { codeOutline } from '../code-outline.ts'
import { markdownOutline } from '../outline.ts'
import { symbolOutline } from '../symbol-outline.ts'
import type { OutlineItem } from '../view.ts'

/** `lines`: the text as `highlightLines` coloured it. `grammar`: its name in highlight.js. */
type Highlighted = { text: string; language: string; grammar: string; lines: readonly string[] }

/** Headings, or definitions: from the syntax tree where the language has a grammar, else by patterns. Empty when the parser was stopped. */
export async function readOutline(
  { text, language, grammar, lines }: Highlighted,
  time: ParseTime,
): Promise<OutlineItem[]> {
  if (grammar === 'markdown') return markdownOutline(text)
  const parsed = await parseSymbols(language, text, time)
  if (parsed.kind === 'no-grammar') return codeOutline(lines, grammar)
  return parsed.kind === 'symbols' ? symbolOutline(parsed.symbols) : []
}
