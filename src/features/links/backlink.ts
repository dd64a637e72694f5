import type { BoardId, FileId, NoteId } from '#base/ids.ts'

/** A text that links to a thing: a file, or a note with what its address needs. */
export type Backlink = {
  sourceId: string
  line: number
  /** The line with the link. */
  excerpt: string
  path: string | null
  noteId: NoteId | null
  noteTitle: string | null
  noteContent: string | null
  noteKind: 'file' | 'board' | 'repo' | null
  noteFileId: FileId | null
  noteBoardId: BoardId | null
  repoName: string | null
  repoPath: string | null
  lineStart: number | null
  anchorId: string | null
}

export const BACKLINKS_PAGE = 20
