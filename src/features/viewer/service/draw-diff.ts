import { compareTexts } from '#base/diff/diff.ts'
import type { Hunk } from '#base/diff/hunk.ts'
import { type DiffHtml, type DiffWords, unifiedHtml } from '../diff-html.ts'
import type { Painter } from './painter.ts'

export type DrawnDiff = DiffHtml & { hunks: readonly Hunk[] }

/** Two texts as rows of our table of differences, in one column, for pages of other features. */
export async function drawDiff(
  painter: Painter,
  words: DiffWords,
  { from, to, language }: { from: string; to: string; language: string },
): Promise<DrawnDiff> {
  const [fromPainted, toPainted] = await Promise.all([painter(from, language), painter(to, language)])
  const comparison = compareTexts(from, to)
  const diff = { from: 0, to: 1, comparison, fromLines: fromPainted.lines, toLines: toPainted.lines }
  return { ...unifiedHtml(diff, words), hunks: comparison.hunks }
}
