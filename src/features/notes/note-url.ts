import type { Note } from './note.ts'

/** The URL of a note. A fragment lets the browser scroll to it without script. */
export function noteUrl({
  id,
  target,
  lineStart,
  anchorId,
}: Pick<Note, 'id' | 'target' | 'lineStart' | 'anchorId'>): string {
  switch (target.kind) {
    case 'file':
      return anchorId === null
        ? `/file/${target.fileId}?note=${id}${lineStart === null ? '' : `#L${lineStart}`}`
        : `/md/${target.fileId}?note=${id}#${encodeURIComponent(anchorId)}`
    case 'board':
      return `/boards/${target.boardId}#${noteElementId(id)}`
    case 'repo':
      return `/repos/${target.repoName}/${target.repoPath.split('/').map(encodeURIComponent).join('/')}?note=${id}`
  }
}

/** The id of a note's element on the page of its board. */
export function noteElementId(id: string): string {
  return `note-${id}`
}
