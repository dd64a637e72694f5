import { joinLines, linesWithEnds } from './lines.ts'

/** A fixed length: that of a secret would reveal something about it. */
export const HIDDEN = '████████'

/** The text with the chosen lines redacted. Line ends and the number of lines stay, so line links keep their meaning. */
export function hideLines(text: string, lines: readonly number[]): string {
  if (lines.length === 0) return text
  const chosen = new Set(lines)
  return joinLines(linesWithEnds(text).map((line, i) => (chosen.has(i + 1) ? { ...line, text: HIDDEN } : line)))
}
