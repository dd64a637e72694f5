import { revealBidi } from '#base/bidi/bidi.ts'
import { splitLines } from '#base/lines.ts'
import { VIEW_BYTES } from '#features/files/public.ts'
import type { OutlineItem } from '../view.ts'
import { codeHtml, firstPart, widestLine } from '../code-html.ts'
import type { Painter } from './painter.ts'

/** A text as our pages draw code, for pages of other features. */
export type DrawnCode = {
  html: string
  columns: number
  isCut: boolean
  plain: boolean
  outline: readonly OutlineItem[]
}

/** Hidden direction marks are always shown: whoever reads this did not write it. */
export async function drawCode(painter: Painter, text: string, language: string): Promise<DrawnCode> {
  const part = firstPart(text, VIEW_BYTES)
  const { lines, plain, outline } = await painter(part, language)
  return {
    html: codeHtml(lines.map(revealBidi)),
    columns: widestLine(splitLines(part)),
    isCut: part.length < text.length,
    plain,
    outline,
  }
}
