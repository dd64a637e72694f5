import type { Locale } from '#base/messages.ts'
import type { RanOnce } from '../ran-once.ts'

/** `premium_only`: the user's role does not allow it; `off`: no runner is available. */
export type Access = 'open' | 'premium_only' | 'off'

export type PlaygroundProps = {
  locale: Locale
  /** Scopes the history to this user, so that another user of the same browser does not see it. */
  owner: string
  access: Access
  code: string
  fileName: string
  /** The result of a run that a browser without script submitted. */
  ran: RanOnce | null
}
