import type { File } from '#features/files/file.ts'
import { pathOf } from '#features/files/path.ts'
import { readingPath } from '#base/reading-path.ts'
import type { Note } from '#features/notes/note.ts'
import { nameOf } from '#features/notes/note-name.ts'
import type { Hit } from '#features/notes/note-search.ts'

/** Where the user was: a file, a board or a file of a repository, with the note written there last. */
export type Visit = {
  kind: 'file' | 'board' | 'repo'
  /** The path of the file, the name of the board, or the path in its repository. */
  name: string
  /** Of a file of the library. */
  language: string | null
  line: number | null
  /** The first words of the note; null without one. */
  note: string | null
  url: string
  at: Date
}

type TouchedFile = File & { touchedAt: Date }

const NOTE_CHARS = 120

/** The files that were opened or saved last and the notes that were written last, one entry for each place, newest first. */
export function joinVisits(files: readonly TouchedFile[], notes: readonly Hit[], most: number): Visit[] {
  const newest = new Map<string, Hit>()
  for (const hit of notes) {
    const place = placeOf(hit.note)
    if (!newest.has(place)) newest.set(place, hit)
  }
  const visits = files.map((file) => {
    const hit = newest.get(file.id)
    newest.delete(file.id)
    return fileVisit(file, hit?.note)
  })
  return [...visits, ...[...newest.values()].map(noteVisit)]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, most)
}

function placeOf({ target }: Note): string {
  switch (target.kind) {
    case 'file':
      return target.fileId
    case 'board':
      return target.boardId
    case 'repo':
      return `${target.repoName}/${target.repoPath}`
  }
}

/** A file that was saved after its last note continues at the file, otherwise at the note. */
function fileVisit(file: TouchedFile, note: Note | undefined): Visit {
  const isAtNote = note !== undefined && note.updatedAt >= file.updatedAt
  return {
    kind: 'file',
    name: pathOf(file),
    language: file.language,
    // In a newer version the note may be on another line, which only following it would tell.
    line: isAtNote && note.quote?.version === file.version ? note.lineStart : null,
    note: note ? wordsOf(note) : null,
    url: isAtNote ? `/note/${note.id}` : readingPath(file),
    at: note && note.updatedAt > file.touchedAt ? note.updatedAt : file.touchedAt,
  }
}

function noteVisit({ note, fileName, boardName }: Hit): Visit {
  const { target } = note
  return {
    kind: target.kind,
    name: target.kind === 'repo' ? `${target.repoName}/${target.repoPath}` : (fileName ?? boardName ?? ''),
    language: null,
    line: null,
    note: wordsOf(note),
    url: `/note/${note.id}`,
    at: note.updatedAt,
  }
}

function wordsOf({ title, content }: Note): string {
  return nameOf(title, content, NOTE_CHARS)
}
