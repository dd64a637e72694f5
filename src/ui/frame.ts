import type { Locale } from '#base/messages.ts'
import type { Role } from '#base/roles.ts'
import type { Theme } from '#base/themes.ts'
import type { NamedView } from '#base/view-query.ts'
import type { Sheet } from './sheets.ts'

/** What the shell displays about its user besides the name; the composition root reads it. */
export type Personal = {
  announcement: { id: string; text: string; link: string | null } | null
  /** Has not seen the welcome yet. */
  isNew: boolean
  /** When this account will be deleted, if its owner requested it. */
  deletion: { at: Date; now: Date } | null
  timeZone: string | null
  /** Default keys of a shortcut → keys that this user chose. */
  shortcuts: Readonly<Record<string, string>>
  /** In the order of the sidebar. */
  views: readonly NamedView[]
  editor: { wraps: boolean; indent: number; textSize: number }
}

export type Assets = {
  scripts: readonly string[]
  /** The sheet of every page. */
  styles: readonly string[]
  sheets: Readonly<Partial<Record<Sheet, string>>>
  fonts: readonly string[]
  /** Imports of the scripts that every page loads. */
  preloads: readonly string[]
  /** The script that wakes islands, and its imports. */
  awake: readonly string[]
  /** `feature/file` of an island → its files, beyond those of every page. */
  islands: Readonly<Record<string, readonly string[]>>
  /** Scripts that are loaded by name and not by every page. */
  others: Readonly<Record<string, string>>
}

export const NO_ASSETS: Assets = {
  scripts: [],
  styles: [],
  sheets: {},
  fonts: [],
  preloads: [],
  awake: [],
  islands: {},
  others: {},
}

/** What every page needs and no page decides: built once per request, passed to `Layout`. */
export type Frame = {
  locale: Locale
  theme: Theme
  /** Site-relative path of this request, with its query: marks the current navigation item. */
  path: string
  viewer: { firstName: string; role: Role } | null
  /** Set on pages of signed-in users only. */
  personal?: Personal | null
  /** Whether this browser shows the folder tree beside files. */
  isTreeOpen?: boolean
  requestId: string
  /** Content-Security-Policy nonce of this response. */
  nonce: string
  assets: Assets
}
