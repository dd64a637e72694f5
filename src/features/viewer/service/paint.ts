import { highlightLines, loadGrammar } from '#base/highlight/highlight.ts'
import { codeOutline } from '../code-outline.ts'
import { markdownOutline } from '../outline.ts'
import type { OutlineItem } from '../view.ts'

export type PaintJob = { text: string; grammar: string | null }

/** Its lines as HTML, joined by '\n', which no line contains: one string crosses between threads faster than thousands. */
export type PaintedText = { html: string; outline: OutlineItem[] }

export async function paintText({ text, grammar }: PaintJob): Promise<PaintedText> {
  const known = grammar !== null && (await loadGrammar(grammar)) ? grammar : null
  const lines = highlightLines(text, known)
  const outline = known === 'markdown' ? markdownOutline(text) : codeOutline(lines, known)
  return { html: lines.join('\n'), outline }
}
