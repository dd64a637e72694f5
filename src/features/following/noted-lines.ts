import type { NoteId } from '#base/ids.ts'
import type { Followed } from './anchored-note.ts'
import type { Place } from './place.ts'
import type { WatchedSymbol } from './watch.ts'

/** A note on lines of a repository file, as a sync follows it. `commit`, `start` and `end` are those of its quote. */
export type NotedLines = {
  noteId: NoteId
  path: string
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

/** Where a sync found a note. `since`: the anchor that it followed, so that a note that was attached anew meanwhile stays. */
export type FollowedNote = {
  id: NoteId
  since: { commit: string; start: number; end: number | null }
  /** Null: the file it was on, under its new name if it has one. */
  path: string | null
  followed: Followed
  /** The new list of its places. */
  places: Place[]
}

/** A note, and where it was found in the new commit. */
export type FoundNote<Noted extends NotedLines = NotedLines> = { noted: Noted; found: FollowedNote }
