import type { ProseKind } from '#base/language/language.ts'
import type { Locale } from '#base/messages.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import type { TextSource } from '#platform/db/body-codec.ts'
import type { LineRange } from '../line-range.ts'
import type { HiddenMarks, LineMark, OutlineItem } from '../view.ts'

/**
 * `language` decides the outline. `grammar`: null renders without colours and outline. `prose`: null renders every line from left to right. `reveal` shows hidden direction marks. `hiddenLines` are blacked out. `range`: only
 * these lines are rendered, coloured as in the whole text; null renders all. `marks`: the numbers of notes beside their lines.
 * `isLarge`: renders only the first lines; a script draws the visible rows.
 */
export type CodeJob = {
  source: TextSource
  language: string
  grammar: string | null
  prose: ProseKind | null
  reveal: boolean
  hiddenLines: readonly number[]
  range: LineRange | null
  marks: readonly LineMark[]
  maxBytes: number
  isLarge: boolean
}
export type CodeDrawing = {
  html: HtmlBytes
  lineCount: number
  columns: number
  hasRtl: boolean
  isCut: boolean
  outline: Outline
  hidden: HiddenMarks
}
export type Outline = { items: OutlineItem[]; more: number }

/** The highlighted lines of a large text. */
export type ColourJob = { source: TextSource; language: string; grammar: string | null }

/** `views`: which of the two views the page shows. */
export type DiffJob = {
  from: TextSource
  to: TextSource
  grammar: string | null
  prose: ProseKind | null
  locale: Locale
  views: readonly ('unified' | 'split')[]
}
