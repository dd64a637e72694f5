import type { FileId } from '#base/ids.ts'
import { isHtml, isMarkdown, isSvg } from '#base/language/language.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import type { VersionToken } from '#features/files/file.ts'
import type { FolderContents } from '#features/files/folder-contents.ts'

/** A file as its pages show it. */
export type ViewedFile = {
  id: FileId
  folder: string
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

/** The library around a file. `opened`: the folders that are shown open, all of them below `root`. */
export type FileTree = { file: ViewedFile; root: string; opened: ReadonlySet<string>; contents: FolderContents }

/** A text rendered as code. */
export type DrawnCode = {
  html: HtmlBytes
  /** The number of rendered lines. */
  lineCount: number
  columns: number
  /** Prose with right-to-left lines: they wrap, because their start would be far off at the end of the longest line. */
  hasRtl: boolean
  /** The text is large and this is its first part. */
  isCut: boolean
  /** Highlighting did not finish in time. */
  plain: boolean
  outline: { items: readonly OutlineItem[]; more: number }
  hidden: HiddenMarks
}

/** Numbers of notes beside a line. */
export type LineMark = { line: number; numbers: readonly number[] }

/** Hidden direction marks of a text: how many, and the first lines that have some. */
export type HiddenMarks = { count: number; lines: readonly number[]; isCut: boolean }

/** One rendered version of a file. */
export type ShownText = DrawnCode & {
  version: number
  savedAt: Date
  sizeBytes: number
  /** The line count of the whole text. */
  allLines: number
  /** The script draws only the visible rows; `html` is the first part. */
  isLarge: boolean
  /** The script asks for the colours and the outline of a large text after it is drawn. */
  isColoured: boolean
  revealed: boolean
}

/** What the header says about the shown text. */
export type ShownFacts = Pick<ShownText, 'version' | 'allLines' | 'sizeBytes' | 'outline' | 'isLarge' | 'isColoured'>

/** A heading of a text, or a definition in code. */
export type OutlineItem = { text: string; level: number; line: number }

export type VersionRow = {
  version: number
  savedAt: Date
  added: number
  removed: number
  sizeBytes: number
  source: 'web' | 'api' | 'upload' | 'import' | 'restore' | 'share' | 'repo' | 'agent'
  token: VersionToken | null
}

/** Rows of a diff table. */
export type DiffHtml = { html: HtmlBytes; isCut: boolean }

/** Two compared texts. A view that was not requested is null. */
export type DrawnDiff = {
  added: number
  removed: number
  isSame: boolean
  unified: DiffHtml | null
  split: DiffHtml | null
}

export type VersionDiff = DrawnDiff & { from: number; to: number }

/** The URL of the rendered view of a file, if it has one. */
export function renderedPath({ id, language }: Pick<ViewedFile, 'id' | 'language'>): string | null {
  if (isMarkdown(language)) return `/md/${id}`
  if (isSvg(language)) return `/svg/${id}`
  return isHtml(language) ? `/html/${id}/view` : null
}
