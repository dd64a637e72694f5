import type { NoteId } from '#base/ids.ts'
import type { Clause } from '#base/search-query/text-terms.ts'
import type { Needle } from './search.ts'

/** What a query of the search asks of notes. */
export type NoteSearch = {
  holds: readonly Needle[]
  lacks: readonly Needle[]
  /** Folded texts that the patterns of the query require in the title or the body. */
  requires: readonly Clause[]
  repos: { any: readonly string[]; none: readonly string[] }
  since: Date | null
  until: Date | null
  isInTrash: boolean
  /** Notes with a pending reminder whose time has come by then. */
  dueBy: Date | null
  /** Notes with an open task. `openBesideFences`: those of them that have fenced code too. */
  tasks: { openBesideFences: readonly NoteId[] } | null
  /** The notes that match the patterns of the query; null when it has none, or they are compared later. */
  ids: readonly NoteId[] | null
}
