import { deviceNow } from './page-life.ts'

const KEY = 'begun'
/** As long as a confirmation lasts: what was given up must not come back on a later visit. */
const KEPT_MS = 10 * 60_000

/** What somebody began in this tab before they left the page to confirm who they are. */
export type Begun = {
  /** The form, link or button. */
  selector: string
  fields: (readonly [name: string, value: string])[]
}

export function writeBegun(begun: Begun): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...begun, at: deviceNow() }))
}

/** Once. */
export function takeBegun(): Begun | null {
  const text = sessionStorage.getItem(KEY)
  forgetBegun()
  if (text === null) return null
  const begun = JSON.parse(text) as Begun & { at: number }
  return deviceNow() - begun.at < KEPT_MS ? begun : null
}

/** Also after signing out: the next person in this window must not find it. */
export function forgetBegun(): void {
  sessionStorage.removeItem(KEY)
}
