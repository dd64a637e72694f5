import type { BoardId, FileId, NoteId } from '#base/ids.ts'

/** What tools show of things that other features keep. */

export type ShownFile = {
  id: FileId
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
  lineStart: number | null
  lineEnd: number | null
  updatedAt: Date
}

/** What a tool wants, by words that every tool uses alike. */
export type Place = { fileId?: string | undefined; repoName?: string | undefined; repoPath?: string | undefined }

/** The call that gets the rest of a cut answer. */
export type Rest = { tool: string; arguments: Readonly<Record<string, unknown>> }
