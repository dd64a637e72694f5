import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Theme } from '#base/themes.ts'

/** What every page needs and no page decides: built once per request, handed to `Layout`. */
export type Frame = {
  locale: Locale
  theme: Theme
  /** Site-relative path of this request, with its query: marks the current place in the navigation. */
  path: string
  viewer: { firstName: string; role: Role } | null
  requestId: string
  /** Content-Security-Policy nonce of this answer. */
  nonce: string
  assets: { scripts: string[]; styles: string[]; others?: Record<string, string> }
}
