import { highlightLines, loadGrammar } from '#base/highlight/highlight.ts'

export type PaintJob = { text: string; grammar: string | null }

/** Its lines as HTML, joined by '\n', which no line contains: one string crosses between threads faster than thousands. */
export async function paintText({ text, grammar }: PaintJob): Promise<string> {
  const known = grammar !== null && (await loadGrammar(grammar))
  return highlightLines(text, known ? grammar : null).join('\n')
}
