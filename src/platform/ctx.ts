import type { Id, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Db } from './db/pool.ts'
import type { Emit } from './events/event.ts'
import type { Mirrors } from './git/mirrors.ts'

/** Everything impure that a use-case may touch, built once per request or job run. */
export type Ctx = {
  db: Db
  /** The one moment of this request: two reads of a clock inside it cannot disagree. */
  now: Date
  emit: Emit
  newId: <Kind extends string>() => Id<Kind>
  /** 256 bits that only their holder knows. */
  newToken: () => string
  /** Repositories that are mirrored on this disk. */
  mirrors: Mirrors
  requestId: string
  locale: Locale
}

/** What an agent did in somebody's library. */
export type AgentWrite = {
  kind: 'file_saved' | 'file_edited' | 'note_created' | 'note_updated' | 'board_note_created' | 'repo_note_created'
  resourceId: string
  /** The name of a file; notes are told without their text. */
  title: string
  /** What was there, null when nothing was, and what is there now: enough for the writer's feature to take it back. */
  before: Snapshot | null
  after: Snapshot
}

/** How a thing stood, as its own feature writes it down and reads it again; plain JSON for everybody else. */
export type Snapshot = Readonly<Record<string, unknown>>

export type SignedInUser = { id: UserId; role: Role; firstName: string }

/** A use-case that takes this cannot be reached without signing in. */
export type UserCtx = Ctx & {
  user: SignedInUser
  /**
   * Told inside the transaction of every write, so that what is remembered of it commits or fails with it. Does nothing when
   * the person writes, and remembers when an agent does.
   */
  wrote: (trx: Db, write: AgentWrite) => Promise<void>
}

/** For whoever writes themself. */
export const untold: UserCtx['wrote'] = () => Promise.resolve()
