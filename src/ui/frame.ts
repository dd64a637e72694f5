import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Theme } from '#base/themes.ts'

/** What the shell knows about its person besides the name; the composition reads it. */
export type Personal = {
  announcement: { id: string; text: string; link: string | null } | null
  /** Has not seen the welcome yet. */
  isNew: boolean
  /** When this account will be deleted, if its owner asked for it. */
  deletion: { at: Date; now: Date } | null
  timeZone: string | null
  /** Keys that a shortcut has by itself → keys that this person gave it. */
  shortcuts: Readonly<Record<string, string>>
  editor: { wraps: boolean; indent: number; textSize: number }
}

export type Assets = {
  scripts: readonly string[]
  styles: readonly string[]
  /** What the scripts of every page import. */
  preloads: readonly string[]
  /** `feature/file` of an island → its files, beyond those of every page. */
  islands: Readonly<Record<string, readonly string[]>>
  /** Scripts that are loaded by name and not by every page. */
  others: Readonly<Record<string, string>>
}

export const NO_ASSETS: Assets = { scripts: [], styles: [], preloads: [], islands: {}, others: {} }

/** What every page needs and no page decides: built once per request, handed to `Layout`. */
export type Frame = {
  locale: Locale
  theme: Theme
  /** Site-relative path of this request, with its query: marks the current place in the navigation. */
  path: string
  viewer: { firstName: string; role: Role } | null
  /** Read for pages of somebody signed in only. */
  personal?: Personal | null
  requestId: string
  /** Content-Security-Policy nonce of this answer. */
  nonce: string
  assets: Assets
}
