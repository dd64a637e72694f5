import type { KeyMap } from '#base/shortcuts.ts'

export const INDENTS = [2, 4, 8] as const
export const TEXT_SIZES = [12, 13, 14, 16, 18, 20] as const
export const MAX_INSTRUCTION_CHARS = 4_000
export const MAX_SEARCH_CHARS = 100

export type EditorChoice = { wraps: boolean; indent: number; textSize: number }

export type Preferences = {
  /** IANA name; null means the time zone of the site. */
  timeZone: string | null
  editor: EditorChoice
  shortcuts: KeyMap
  agentInstructions: string
}

/** The defaults. */
export const DEFAULT_PREFERENCES: Preferences = {
  timeZone: null,
  editor: { wraps: false, indent: 4, textSize: 13 },
  shortcuts: {},
  agentInstructions: '',
}

/** UTC first, then the IANA names. */
export const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** The deletion can be cancelled until then. */
export const GRACE_DAYS = 14
