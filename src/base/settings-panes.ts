import { keysOf } from './keys-of.ts'
import type { LocalizedText } from './messages.ts'

/** The panes of the settings, in the order of their list. The name of a pane is the end of its address. */
export const PANES = {
  account: { he: 'חשבון וכניסה', en: 'Account and sign-in' },
  appearance: { he: 'מראה ושפה', en: 'Appearance and language' },
  editor: { he: 'עורך ומקלדת', en: 'Editor and keyboard' },
  notifications: { he: 'התראות', en: 'Notifications' },
  tokens: { he: 'אסימונים וסוכנים', en: 'Tokens and agents' },
  shares: { he: 'שיתופים', en: 'Shares' },
  data: { he: 'נתונים', en: 'Data' },
  danger: { he: 'מחיקת החשבון', en: 'Delete account' },
} as const satisfies Record<string, LocalizedText>
export type Pane = keyof typeof PANES

/** Every section and its pane, in display order. `src/app` must contribute each of them, and can contribute no other. */
const PANE_OF_SECTION = {
  account: 'account',
  'sign-in': 'account',
  sessions: 'account',
  appearance: 'appearance',
  editor: 'editor',
  keyboard: 'editor',
  devices: 'notifications',
  tokens: 'tokens',
  agent: 'tokens',
  shares: 'shares',
  transfer: 'data',
  git: 'data',
  welcome: 'data',
  delete: 'danger',
} as const satisfies Record<string, Pane>
export type SettingsSectionId = keyof typeof PANE_OF_SECTION
export const SETTINGS_SECTIONS: readonly SettingsSectionId[] = keysOf(PANE_OF_SECTION)

/** What a form of the settings did; the pane that it redirects to has a sentence for each. */
export const SETTINGS_DONE = [
  'revoked',
  'othersRevoked',
  'saved',
  'deletionAsked',
  'deletionDropped',
  'methodAdded',
  'methodRemoved',
  'passwordSet',
  'recovered',
] as const
export type SettingsDone = (typeof SETTINGS_DONE)[number]

/** What the search in the settings finds: a setting by its name, and by further words in both languages. */
export type Setting = {
  name: LocalizedText
  /** The element that has it; the section where it is absent. */
  anchor?: string
  words?: string
}

export function paneHref(pane: Pane): `/settings/${Pane}` {
  return `/settings/${pane}`
}

/** The address of a section. It was an anchor of /settings while that was one page. */
export function settingsHref(
  section: SettingsSectionId,
  { done, anchor = section }: { done?: SettingsDone; anchor?: string } = {},
): string {
  const query = done === undefined ? '' : `?done=${done}`
  return `${paneHref(PANE_OF_SECTION[section])}${query}#${anchor}`
}

export function paneOf(section: SettingsSectionId): Pane {
  return PANE_OF_SECTION[section]
}

export function isSettingsSection(id: string): id is SettingsSectionId {
  return Object.hasOwn(PANE_OF_SECTION, id)
}
