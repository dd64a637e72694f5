import type { Finding } from './secrets/find.ts'

/** Shorter lines, such as `}` or `x = 1`, stand in many texts by chance. */
const MIN_CHARS = 6

/** The texts of the hidden lines that are long enough to be recognised elsewhere. */
export function hiddenTexts(lines: readonly string[], hiddenLines: readonly number[]): string[] {
  const texts = hiddenLines.map((line) => (lines[line - 1] ?? '').trim())
  return [...new Set(texts)].filter((text) => text.length >= MIN_CHARS)
}

/** A finding when a note repeats the text of a hidden line. One is enough for a warning. */
export function findHiddenText(note: string, texts: readonly string[]): Finding[] {
  const text = texts.find((each) => note.includes(each))
  if (text === undefined) return []
  const line = note.slice(0, note.indexOf(text)).split('\n').length
  return [{ kind: 'hidden_text', name: '', from: line, to: line, excerpt: '' }]
}
