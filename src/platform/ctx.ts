import type { Id, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { CodeIndex } from './code-index/client.ts'
import type { Db } from './db/pool.ts'
import type { Emit } from './events/event.ts'
import type { Mirrors } from './git/mirrors.ts'
import type { ProcessSlots } from './slots.ts'
import type { Offload } from './threads.ts'

/** Every side effect that a use-case may have, built once per request or job run. */
export type Ctx = {
  db: Db
  /** The time of this request: two reads of a clock inside it could disagree. */
  now: Date
  emit: Emit
  newId: <Kind extends string>() => Id<Kind>
  /** A random secret of 256 bits. */
  newToken: () => string
  /** Repository mirrors on this disk. */
  mirrors: Mirrors
  /** Searches mirrors. Null: there is none, and git searches them. */
  codeIndex: CodeIndex | null
  /** Limits on concurrent expensive work. */
  slots: ProcessSlots
  /** The largest size of a file, which the operator sets. */
  maxFileBytes: number
  /** Directory for data that is too large for memory while it is read. */
  spoolDir: string
  /** Runs a task in a worker thread, in this user's lane; rejects with a `TaskError` when it misses its deadline. */
  offload: Offload
  requestId: string
  locale: Locale
}

/** One write of an agent in a user's library. */
export type AgentWrite = {
  kind:
    | 'file_saved'
    | 'file_edited'
    | 'file_trashed'
    | 'file_restored'
    | 'note_created'
    | 'note_updated'
    | 'board_note_created'
    | 'repo_note_created'
  resourceId: string
  /** The name of a file; notes are recorded without their text. */
  title: string
  /** The states before (null when there was nothing) and after: enough for the feature to undo the write. */
  before: Snapshot | null
  after: Snapshot
}

/** A state as its own feature serialises and parses it; plain JSON for all other code. */
export type Snapshot = Readonly<Record<string, unknown>>

export type SignedInUser = { id: UserId; role: Role; firstName: string }

/** A use-case that takes this cannot be called without signing in. */
export type UserCtx = Ctx & {
  user: SignedInUser
  /** The token that sent the request; absent when the users themselves did. */
  token?: { id: Id<'token'>; name: string }
  /**
   * Call it inside the transaction of every write, so that the audit entry commits or fails with the write. It does nothing when
   * the user writes, and records an entry when an agent does.
   */
  recordAgentWrite: (trx: Db, write: AgentWrite) => Promise<void>
}

/** What reading the texts of a user needs: the ctx of a request, or of a job that works for this user. */
export type ReaderCtx = Pick<Ctx, 'db' | 'offload'> & { user: Pick<SignedInUser, 'id'> }

/** For writes of the users themselves. */
export const noAgentAudit: UserCtx['recordAgentWrite'] = () => Promise.resolve()
