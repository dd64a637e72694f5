import type { FileId } from '#base/ids.ts'

/** Size of one push, compressed as git sends it. */
export const MAX_PUSH_BYTES = 100 * 1024 * 1024
/** Size of one request of a clone or a fetch: the hashes that the client has and wants. */
export const MAX_FETCH_BODY_BYTES = 10 * 1024 * 1024
export const MAX_PUSH_COMMITS = 1_000
/** Changed files of all commits of one push. They are saved in one transaction, during which other saves of the user wait. */
export const MAX_PUSH_CHANGES = 1_000
/** A repository on disk that nobody fetched for this long is deleted; the next clone writes it again. */
export const CACHE_HOURS = 24

export type History = { generation: number; seq: number }

/** A file whose state in the library differs from what the newest commit says. */
export type Difference = {
  fileId: FileId
  path: string
  version: number
  updatedAt: Date
  deletedAt: Date | null
  /** False when it is in the trash, or has a path that git forbids. */
  isShown: boolean
  /** Null when no commit has it yet. */
  loggedVersion: number | null
  /** Null when no commit has it, or the newest one removes it. */
  loggedPath: string | null
  isExecutable: boolean
}

export type NewVersion = { fileId: FileId; version: number; createdAt: Date }

/** `path` null: the commit removes the file. */
export type Change = { fileId: FileId; version: number; path: string | null; isExecutable: boolean }

/** `text`: the commit from the line `author` on. */
export type Commit = { text: Buffer; changes: readonly Change[] }

export type Author = { name: string; email: string }
