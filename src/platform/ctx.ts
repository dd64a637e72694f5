import type { Id, UserId } from '#base/ids.ts'
import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Db } from './db/pool.ts'
import type { Emit } from './events/event.ts'

/** Everything impure that a use-case may touch, built once per request or job run. */
export type Ctx = {
  db: Db
  /** The one moment of this request: two reads of a clock inside it cannot disagree. */
  now: Date
  emit: Emit
  newId: <Kind extends string>() => Id<Kind>
  /** 256 bits that only their holder knows. */
  newToken: () => string
  requestId: string
  locale: Locale
}

export type SignedInUser = { id: UserId; role: Role; firstName: string }

/** A use-case that takes this cannot be reached without signing in. */
export type UserCtx = Ctx & { user: SignedInUser }
