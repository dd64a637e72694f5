import type { FileId, Id } from '#base/ids.ts'
import { truncateChars } from '#base/text.ts'

export type File = {
  id: FileId
  /** Empty outside every folder; else names with slashes between them. */
  folder: string
  fileName: string
  language: string
  languageIsChosen: boolean
  description: string
  firstLine: string
  tags: string[]
  repo: string | null
  sourceUrl: string | null
  version: number
  sizeBytes: number
  lineCount: number
  isFavorite: boolean
  isPinned: boolean
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
  purgeAt: Date | null
}

export type Version = {
  version: number
  sizeBytes: number
  lineCount: number
  linesAdded: number
  linesRemoved: number
  source: VersionSource
  token: VersionToken | null
  createdAt: Date
}

/** The token that saved a version. The name is the one of that time, also after the token was deleted; an imported version has no id. */
export type VersionToken = { id: Id<'token'> | null; name: string }

export type VersionSource = 'web' | 'api' | 'upload' | 'import' | 'restore' | 'share' | 'repo' | 'agent'

export const MAX_NAME_CHARS = 255
/** With the longest name and four bytes per character it still fits into an entry of the unique index (2,704 bytes). */
export const MAX_FOLDER_CHARS = 400
/** Unless the operator allows more by FILE_MAX_MIB: then it is `ctx.maxFileBytes`. */
export const MAX_CONTENT_BYTES = 2 * 1024 * 1024
export const MAX_DESCRIPTION_CHARS = 2_000
export const MAX_TAGS = 20
export const MAX_TAG_CHARS = 50
export const MAX_QUERY_CHARS = 200
/** Of the API and of the first page of `/files`, by the contract. */
export const PAGE_SIZE = 20
/** Of the following pages of `/files`, which the script loads by itself: with the first 100 rows, as many as fit into one bulk call. */
export const FOLLOWING_ROWS = 80
/** How many folders the tree beside the list shows. */
export const MAX_TREE_FOLDERS = 500
/** How many files of each folder the tree beside a file shows. */
export const MAX_TREE_FILES = 500
export const MAX_BULK = 100
/** How many matching files can be selected at once: ten bulk calls. */
export const MAX_CHOSEN = 1_000
export const LARGE_BYTES = 100_000
export const RECENT_DAYS = 14
export const TRASH_DAYS = 30
export const BULK_TRASH_DAYS = { min: 1, max: 30, standard: 7 }
/** The HTML of a page has only the first part of larger texts; Raw and Download return all of it. */
export const VIEW_BYTES = 1_000_000

const FIRST_LINE_CHARS = 160

/** The first meaningful line: not blank, not a shebang, not only punctuation. */
export function firstLine(content: string): string {
  // Only the first 4,000 characters are searched, so that a large file stays cheap.
  const lines = content.slice(0, 4_000).split(/\r\n|\n|\r/)
  const meaningful = lines.find((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith('#!'))
  return truncateChars((meaningful ?? '').trim(), FIRST_LINE_CHARS)
}
