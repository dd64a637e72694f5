import type { FileId } from '#base/ids.ts'
import { isHtml, isMarkdown, isSvg } from '#base/language/language.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import type { Heading } from './markdown-rules.ts'

export type RenderedKind = 'markdown' | 'html' | 'svg'

/** A file as its rendered pages show it. */
export type ShownFile = { id: FileId; fileName: string; language: string }

/** `rest`: the text was too long, so only its first part is shown. */
export type RenderedHtml = {
  html: HtmlBytes
  isEmpty: boolean
  headings: Heading[]
  /** The number of headings beyond those that are listed. */
  moreHeadings: number
  rest: boolean
  has: { math: boolean; diagrams: boolean }
}
/** Shown as its source. `isSlow`: rendering did not finish in time. */
export type FailedText = { outcome: 'failed'; isSlow: boolean; source: HtmlBytes; rest: boolean }
export type RenderedText = ({ outcome: 'rendered' } & RenderedHtml) | FailedText

const IS_KIND: Readonly<Record<RenderedKind, (language: string) => boolean>> = {
  markdown: isMarkdown,
  html: isHtml,
  svg: isSvg,
}

export function isOfKind(language: string, kind: RenderedKind): boolean {
  return IS_KIND[kind](language)
}

/** The first part of a text, in whole lines. */
export function firstPart(text: string, maxChars: number): { part: string; rest: boolean } {
  if (text.length <= maxChars) return { part: text, rest: false }
  const end = text.lastIndexOf('\n', maxChars)
  return { part: text.slice(0, end > 0 ? end : maxChars), rest: true }
}
