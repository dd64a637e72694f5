import type { NoteId, UserId } from '#base/ids.ts'
import type { Place } from '#features/notes/anchor/place.ts'
import type { Followed, WatchedSymbol } from '#features/notes/note.ts'
import type { RepoId } from './repo.ts'

/** A user of a mirror with a path on which the user has notes, or from which the user copied a file. */
export type UsedPath = { userId: UserId; id: RepoId; name: string; url: string; path: string }

/** A note on lines of a repository file, of a user of a mirror. `commit`, `start` and `end` are those of its quote. */
export type NotedLines = UsedPath & {
  noteId: NoteId
  commit: string
  start: number
  end: number | null
  followed: Followed | null
  places: Place[]
  /** Set while its watch is on. */
  watchAt: Date | null
  watchText: string | null
  /** Null: the watch is of lines. */
  watchSymbol: WatchedSymbol | null
}
