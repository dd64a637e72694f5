import { compareTexts } from 'codeshelf-follow/diff'
import { findHiddenBidi, revealBidi } from '#base/bidi/bidi.ts'
import { diffStats } from '#base/diff/diff.ts'
import { highlightLines, loadGrammar } from '#base/highlight/highlight.ts'
import { hideLines } from '#base/hide-lines.ts'
import type { ProseKind } from '#base/language/language.ts'
import { countLines, sliceLines, splitLines } from '#base/lines.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import { textOf } from '#platform/db/body-codec.ts'
import { toHtmlBytes } from '#platform/html-bytes.ts'
import type { ParseTime } from '#platform/symbols/parse-time.ts'
import { codeHtml, firstPart, fittingLines, widestLine } from '../code-html.ts'
import { splitHtml, unifiedHtml } from '../diff-html.ts'
import { diffWords } from '../diff-words.ts'
import type { LineRange } from '../line-range.ts'
import { hasRtl, proseHtml } from '../prose-html.ts'
import { indexRows } from '../text-rows.ts'
import type { DiffHtml, DrawnDiff, HiddenMarks, OutlineItem } from '../view.ts'
import type { CodeDrawing, CodeJob, ColourJob, DiffJob, Outline } from './draw-job.ts'
import { readOutline } from './read-outline.ts'

/** Of the parser, so that a text that it does not finish still gets its colours. */
const OUTLINE_TIME: ParseTime = { cpuMs: 1_000, elapsedMs: 2_000 }
/** A large text is parsed after its reader sees it. */
const LARGE_OUTLINE_TIME: ParseTime = { cpuMs: 3_000, elapsedMs: 4_500 }

export async function drawCode(job: CodeJob): Promise<CodeDrawing> {
  return job.isLarge ? drawHead(job) : drawWhole(job)
}

async function drawWhole({
  source,
  language,
  grammar,
  prose,
  reveal,
  hiddenLines,
  range,
  marks,
  maxBytes,
}: CodeJob): Promise<CodeDrawing> {
  const text = hideLines(textOf(source), hiddenLines)
  const { part, first, isCut } = partOf(text, range, maxBytes)
  const highlighted = await highlight(part, grammar)
  const outline = await outlineOf({ text: part, language, ...highlighted }, OUTLINE_TIME)
  const directed = inDirections(part, highlighted.lines, prose)
  const all = reveal ? directed.map(revealBidi) : directed
  const chosen = inRange(all, range, first)
  const lines = chosen.slice(0, fittingLines(chosen))
  return {
    html: toHtmlBytes(codeHtml(lines, { firstNumber: range?.from, marks })),
    lineCount: lines.length,
    columns: widestLine(inRange(splitLines(part), range, first)),
    hasRtl: prose !== null && lines.some(hasRtl),
    isCut: isCut || lines.length < chosen.length,
    outline: cutOutline(outline, lines.length),
    hidden: summary(part, prose),
  }
}

/** Enough for the first screen and for a reader without script. */
const HEAD_BYTES = 100_000
const HEAD_LINES = 500

/** The first lines of a large text: highlighting all of it would take seconds before the first line is seen. */
async function drawHead({ source, grammar, prose, reveal }: CodeJob): Promise<CodeDrawing> {
  const text = textOf(source)
  const head = firstPart(text, HEAD_BYTES)
  const { lines } = await highlight(head, grammar)
  const drawn = lines.slice(0, HEAD_LINES)
  return {
    html: toHtmlBytes(codeHtml(reveal ? drawn.map(revealBidi) : drawn)),
    lineCount: drawn.length,
    columns: indexRows(text).columns,
    isCut: true,
    // Rows of a large file have one height, so they do not wrap.
    hasRtl: false,
    outline: { items: [], more: 0 },
    hidden: summary(text, prose),
  }
}

function inDirections(text: string, lines: string[], prose: ProseKind | null): string[] {
  return prose ? proseHtml(splitLines(text), lines, prose) : lines
}

/** The outline as JSON on the first line, then the highlighted lines. */
export async function drawColours({ source, language, grammar }: ColourJob): Promise<HtmlBytes> {
  const text = textOf(source)
  const highlighted = await highlight(text, grammar)
  const outline = await outlineOf({ text, language, ...highlighted }, LARGE_OUTLINE_TIME)
  const { lines } = highlighted
  return toHtmlBytes([JSON.stringify(cutOutline(outline, lines.length)), ...lines].join('\n'))
}

type Highlighted = { lines: string[]; grammar: string | null }

/** The lines as HTML. The grammar is null when there is none of this name. */
async function highlight(text: string, grammar: string | null): Promise<Highlighted> {
  const known = grammar !== null && (await loadGrammar(grammar)) ? grammar : null
  return { lines: highlightLines(text, known), grammar: known }
}

async function outlineOf(
  { text, language, lines, grammar }: Highlighted & { text: string; language: string },
  time: ParseTime,
): Promise<OutlineItem[]> {
  return grammar === null ? [] : readOutline({ text, language, lines, grammar }, time)
}

type Part = { part: string; first: number; isCut: boolean }

/**
 * What is highlighted: the first `maxBytes` of the text, so that a range has the colours it has in the whole text. A range behind them
 * is highlighted as a text of its own, whose first line has the number `first`.
 */
function partOf(text: string, range: LineRange | null, maxBytes: number): Part {
  const head = firstPart(text, maxBytes)
  if (head.length === text.length) return { part: text, first: 1, isCut: false }
  if (!range) return { part: head, first: 1, isCut: true }
  if (range.to <= countLines(head)) return { part: head, first: 1, isCut: false }
  const own = sliceLines(text, range)
  const part = firstPart(own, maxBytes)
  return { part, first: range.from, isCut: part.length < own.length }
}

function inRange(lines: string[], range: LineRange | null, first: number): string[] {
  return range ? lines.slice(range.from - first, range.to - first + 1) : lines
}

/** Outline entries beyond this number are counted instead of rendered. */
const MAX_OUTLINE = 1_000

function cutOutline(all: readonly OutlineItem[], lineCount: number): Outline {
  const there = all.filter(({ line }) => line <= lineCount)
  return { items: there.slice(0, MAX_OUTLINE), more: Math.max(0, there.length - MAX_OUTLINE) }
}

const NAMED_LINES = 8

function summary(text: string, prose: ProseKind | null): HiddenMarks {
  const found = findHiddenBidi(text, prose)
  const lines = [...new Set(found.map(({ line }) => line))]
  return { count: found.length, lines: lines.slice(0, NAMED_LINES), isCut: lines.length > NAMED_LINES }
}

export async function drawDiff({ from, to, grammar, prose, locale, views }: DiffJob): Promise<DrawnDiff> {
  const [a, b] = [textOf(from), textOf(to)]
  const comparison = compareTexts(a, b)
  const [fromPainted, toPainted] = [await highlight(a, grammar), await highlight(b, grammar)]
  const [fromLines, toLines] = [inDirections(a, fromPainted.lines, prose), inDirections(b, toPainted.lines, prose)]
  const diff = { comparison, fromLines, toLines }
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
