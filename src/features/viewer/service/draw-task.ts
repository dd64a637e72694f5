import { findHiddenBidi, revealBidi } from '#base/bidi/bidi.ts'
import { diffStats, compareTexts } from '#base/diff/diff.ts'
import { hideLines } from '#base/hide-lines.ts'
import { splitLines } from '#base/lines.ts'
import type { Locale } from '#base/messages.ts'
import type { HtmlBytes } from '#base/prepared.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { toHtmlBytes } from '#platform/prepare.ts'
import type { Task } from '#platform/threads.ts'
import { codeHtml, firstPart, fittingLines, widestLine } from '../code-html.ts'
import { splitHtml, unifiedHtml } from '../diff-html.ts'
import { diffWords } from '../diff-words.ts'
import type { DiffHtml, DrawnDiff, HiddenMarks, OutlineItem } from '../view.ts'
import { highlightWithOutline } from './highlight.ts'

/** The time limit of a grammar; after it the page shows the text without colours. */
const DEADLINE_MS = 4_000

/** A text, or a compressed body. */
export type Source = string | Packed
/** `grammar`: null renders without colours. `reveal` shows hidden direction marks. `hiddenLines` are blacked out. */
export type CodeJob = {
  source: Source
  grammar: string | null
  reveal: boolean
  hiddenLines: readonly number[]
  maxBytes: number
}
export type CodeDrawing = {
  html: HtmlBytes
  lineCount: number
  columns: number
  isCut: boolean
  outline: Outline
  hidden: HiddenMarks
}
export type Outline = { items: OutlineItem[]; more: number }

export const drawCodeTask: Task<CodeJob, CodeDrawing> = { name: 'draw-code', deadlineMs: DEADLINE_MS, run: drawCode }

async function drawCode({ source, grammar, reveal, hiddenLines, maxBytes }: CodeJob): Promise<CodeDrawing> {
  const text = hideLines(textOf(source), hiddenLines)
  const part = firstPart(text, maxBytes)
  const highlighted = await highlightWithOutline({ text: part, grammar })
  const all = reveal ? highlighted.lines.map(revealBidi) : highlighted.lines
  const lines = all.slice(0, fittingLines(all))
  return {
    html: toHtmlBytes(codeHtml(lines)),
    lineCount: lines.length,
    columns: widestLine(splitLines(part)),
    isCut: part.length < text.length || lines.length < all.length,
    outline: cutOutline(highlighted.outline, lines.length),
    hidden: summary(part),
  }
}

/** Outline entries beyond this number are counted instead of rendered. */
const MAX_OUTLINE = 1_000

function cutOutline(all: readonly OutlineItem[], lineCount: number): Outline {
  const there = all.filter(({ line }) => line <= lineCount)
  return { items: there.slice(0, MAX_OUTLINE), more: Math.max(0, there.length - MAX_OUTLINE) }
}

const NAMED_LINES = 8

function summary(text: string): HiddenMarks {
  const found = findHiddenBidi(text)
  const lines = [...new Set(found.map(({ line }) => line))]
  return { count: found.length, lines: lines.slice(0, NAMED_LINES), isCut: lines.length > NAMED_LINES }
}

/** `views`: which of the two views the page shows. */
export type DiffJob = {
  from: Source
  to: Source
  grammar: string | null
  locale: Locale
  views: readonly ('unified' | 'split')[]
}

export const drawDiffTask: Task<DiffJob, DrawnDiff> = { name: 'draw-diff', deadlineMs: DEADLINE_MS, run: drawDiff }

async function drawDiff({ from, to, grammar, locale, views }: DiffJob): Promise<DrawnDiff> {
  const [a, b] = [textOf(from), textOf(to)]
  const comparison = compareTexts(a, b)
  const [fromPainted, toPainted] = [
    await highlightWithOutline({ text: a, grammar }),
    await highlightWithOutline({ text: b, grammar }),
  ]
  const diff = { comparison, fromLines: fromPainted.lines, toLines: toPainted.lines }
  const words = diffWords(locale)
  const draw = (view: 'unified' | 'split', html: typeof unifiedHtml): DiffHtml | null => {
    if (!views.includes(view)) return null
    const drawn = html(diff, words)
    return { html: toHtmlBytes(drawn.html), isCut: drawn.isCut }
  }
  return {
    ...diffStats(comparison.hunks),
    isSame: comparison.hunks.length === 0,
    unified: draw('unified', unifiedHtml),
    split: draw('split', splitHtml),
  }
}

function textOf(source: Source): string {
  return typeof source === 'string' ? source : unpackBody(source)
}
