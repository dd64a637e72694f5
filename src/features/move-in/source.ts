/** Where people come from, in the order of the menu. */
export const SOURCES = [
  'gists',
  'vscode',
  'masscode',
  'snippetslab',
  'raycast',
  'bytestash',
  'markdown',
  'opengist',
  'folder',
  'paste',
] as const
export type Source = (typeof SOURCES)[number]

export function isSource(word: string): word is Source {
  return SOURCES.some((source) => source === word)
}

/** Why something does not come over. */
export const SKIP_REASONS = [
  'attachment',
  'bad_text',
  'empty',
  'in_trash',
  'junk',
  'link',
  'no_blocks',
  'not_text',
  'no_text',
  'other_space',
  'settings',
  'too_large',
  'truncated',
  'unknown_format',
  'unreadable',
  'unreadable_repository',
  'unsafe_path',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** `files` is above 1 for a folder that is skipped as a whole. */
export type Skipped = { path: string; reason: SkipReason; files: number }

/** What had to change so that the file fits here. Nothing is changed without being listed. */
export type Adjustment = 'name' | 'tags' | 'description'

/** One file that comes over. */
export type Item = {
  /** Identifies it within its source, so that moving in again finds the same file. Null: it is always a new file. */
  key: string | null
  /** Where it was in the upload. */
  path: string
  /** The folder it gets; empty for sources that have none. */
  folder: string
  name: string
  /** Null in a preview that has not fetched it. */
  text: string | null
  bytes: number
  /** One of our languages; null: detected from the name and the text. */
  language: string | null
  tags: string[]
  description: string
  /** Its address on the web. */
  url: string | null
  createdAt: Date | null
  updatedAt: Date | null
  adjusted: Adjustment[]
}

/** What a parser found. */
export type Parsed = { items: Item[]; skipped: Skipped[] }

/** A file of the upload, decoded. */
export type SourceFile = { path: string; text: string }

/** The name of a path: its last part. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
