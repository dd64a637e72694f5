import type { HiddenBidi } from '#base/bidi/bidi.ts'
import type { Comparison } from '#base/diff/diff.ts'
import type { FileId } from '#base/ids.ts'
import { isHtml, isMarkdown, isSvg } from '#base/language/language.ts'

/** A file as its pages show it. */
export type ViewedFile = {
  id: FileId
  fileName: string
  language: string
  description: string
  tags: readonly string[]
  repo: string | null
  /** The newest. */
  version: number
  isFavorite: boolean
  isPinned: boolean
}

/** The text of one version, painted. */
export type ShownText = {
  version: number
  savedAt: Date
  sizeBytes: number
  lineCount: number
  /** HTML, one for each line shown. */
  lines: readonly string[]
  /** The file is large and this is its first part. */
  isCut: boolean
  columns: number
  /** The colours could not be had. */
  plain: boolean
  hidden: readonly HiddenBidi[]
  revealed: boolean
  outline: readonly OutlineItem[]
}

/** A heading of a text, or a name that a code defines. */
export type OutlineItem = { text: string; level: number; line: number }

export type VersionRow = {
  version: number
  savedAt: Date
  added: number
  removed: number
  sizeBytes: number
  source: 'web' | 'api' | 'upload' | 'import' | 'restore' | 'share' | 'repo' | 'agent'
}

/** Two versions beside each other; the lines of both, painted. */
export type VersionDiff = {
  from: number
  to: number
  comparison: Comparison
  fromLines: readonly string[]
  toLines: readonly string[]
}

/** Where the rendered form of a file is, if it has one. */
export function renderedPath({ id, language }: Pick<ViewedFile, 'id' | 'language'>): string | null {
  if (isMarkdown(language)) return `/md/${id}`
  if (isSvg(language)) return `/svg/${id}`
  return isHtml(language) ? `/html/${id}/view` : null
}
