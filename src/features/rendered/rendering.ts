import type { FileId } from '#base/ids.ts'
import { isHtml, isMarkdown, isSvg } from '#base/language/language.ts'
import type { Heading } from './markdown-rules.ts'

export type RenderedKind = 'markdown' | 'html' | 'svg'

/** A file as the pages of its rendered form show it. */
export type ShownFile = { id: FileId; fileName: string; language: string }

/** `rest`: the text was too long, and only its first part is shown. `failed`: it is shown as its source instead. */
export type RenderedText =
  | { outcome: 'rendered'; html: string; headings: Heading[]; rest: boolean; has: { math: boolean; diagrams: boolean } }
  | { outcome: 'failed'; source: string; rest: boolean }

const IS_KIND: Readonly<Record<RenderedKind, (language: string) => boolean>> = {
  markdown: isMarkdown,
  html: isHtml,
  svg: isSvg,
}

export function isOfKind(language: string, kind: RenderedKind): boolean {
  return IS_KIND[kind](language)
}

/** The first part of a text, whole lines. */
export function firstPart(text: string, maxChars: number): { part: string; rest: boolean } {
  if (text.length <= maxChars) return { part: text, rest: false }
  const end = text.lastIndexOf('\n', maxChars)
  return { part: text.slice(0, end > 0 ? end : maxChars), rest: true }
}

/** Where a person sees the rendered form. `/html/<id>` itself is what the frame of that page shows. */
export function renderedPath(id: FileId, kind: RenderedKind): string {
  return { markdown: `/md/${id}`, html: `/html/${id}/view`, svg: `/svg/${id}` }[kind]
}
