import type { Locale } from '#base/messages.ts'
import type { RanOnce } from '../ran-once.ts'

/** `premium_only`: not for this person; `off`: nowhere to run it now. */
export type Access = 'open' | 'premium_only' | 'off'

export type PlaygroundProps = {
  locale: Locale
  /** Names the history of this person, so that another one at the same browser does not see it. */
  owner: string
  access: Access
  code: string
  fileName: string
  /** What the server ran for a browser without script. */
  ran: RanOnce | null
}
