import type { Backlink } from '#features/links/backlink.ts'
import { nameOf } from '#features/notes/note-name.ts'
import type { Target } from '#features/notes/note.ts'
import { noteUrl } from '#features/notes/note-url.ts'

/** A text that links to a thing, as it is listed. `title` is empty for a note without text. */
export type Entry = { kind: 'file' | 'note'; id: string; title: string; url: string; line: number; text: string }

export function toEntry(link: Backlink): Entry {
  const { sourceId: id, line, excerpt: text, path } = link
  if (path !== null) return { kind: 'file', id, title: path, url: `/file/${id}#L${line}`, line, text }
  return { kind: 'note', id, title: nameOf(link.noteTitle ?? '', link.noteContent ?? ''), url: urlOf(link), line, text }
}

function urlOf({ noteId, lineStart, anchorId, ...link }: Backlink): string {
  const target = targetOf(link)
  return noteId && target ? noteUrl({ id: noteId, target, lineStart, anchorId }) : '/notes'
}

function targetOf(link: Pick<Backlink, 'noteFileId' | 'noteBoardId' | 'repoName' | 'repoPath'>): Target | null {
  const { noteFileId: fileId, noteBoardId: boardId, repoName, repoPath } = link
  if (fileId !== null) return { kind: 'file', fileId }
  if (boardId !== null) return { kind: 'board', boardId }
  return repoName !== null && repoPath !== null ? { kind: 'repo', repoName, repoPath } : null
}
