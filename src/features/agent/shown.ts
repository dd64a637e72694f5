import type { BoardId, FileId, NoteId } from '#base/ids.ts'
import type { AnchorLocation } from '#features/following/location.ts'
import type { Watch } from '#features/following/watch.ts'

/** Views of other features' entities, as tools return them. */

export type ShownFile = {
  id: FileId
  folder: string
  fileName: string
  language: string
  description: string
  tags: readonly string[]
  version: number
  sizeBytes: number
  lineCount: number
  createdAt: Date
  updatedAt: Date
}

export type ShownTarget =
  | { kind: 'file'; fileId: FileId }
  | { kind: 'board'; boardId: BoardId }
  | { kind: 'repo'; repoName: string; repoPath: string }

export type ShownNote = {
  id: NoteId
  target: ShownTarget
  title: string
  content: string
  color: string
  tags: readonly string[]
  lineStart: number | null
  lineEnd: number | null
  /** Where its lines are now, and what happened to them. */
  location?: AnchorLocation | undefined
  /** Whether it watches its code, or the symbol around it; it is off once that has changed. */
  watch?: Pick<Watch, 'firedAt' | 'symbol'> | null
  updatedAt: Date
}

/** The target of a note, with the same fields in every tool. */
export type NoteTarget = { fileId?: string | undefined; repoName?: string | undefined; repoPath?: string | undefined }

/** The call that reads the rest of a truncated answer. */
export type Rest = { tool: string; arguments: Readonly<Record<string, unknown>> }
