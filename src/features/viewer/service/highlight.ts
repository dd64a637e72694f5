import { highlightLines, loadGrammar } from '#base/highlight/highlight.ts'
import { codeOutline } from '../code-outline.ts'
import { markdownOutline } from '../outline.ts'
import type { OutlineItem } from '../view.ts'

/** The lines of a text as HTML, with its outline. */
export async function highlightWithOutline({ text, grammar }: { text: string; grammar: string | null }): Promise<{
  lines: string[]
  outline: OutlineItem[]
}> {
  const known = grammar !== null && (await loadGrammar(grammar)) ? grammar : null
  const lines = highlightLines(text, known)
  return { lines, outline: known === 'markdown' ? markdownOutline(text) : codeOutline(lines, known) }
}
