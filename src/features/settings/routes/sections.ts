import type { LocalizedText } from '#base/messages.ts'
import type { Section, SettingsSection } from '#platform/http/section.ts'
import { settingsMessages } from '../messages.ts'
import { DeleteSection } from '../pages/delete-section.tsx'
import { KeyboardSection } from '../pages/keyboard-section.tsx'
import { AccountSection, AppearanceSection } from '../pages/own-sections.tsx'
import { AgentSection, EditorSection } from '../pages/preference-sections.tsx'
import { SessionList } from '../pages/session-list.tsx'
import { readPersonal } from '../service/preferences.ts'
import { listSessions } from '../service/sessions.ts'

type Titled = 'appearance' | 'sessions' | 'account' | 'editor' | 'keyboard' | 'agent' | 'delete'

const [he, en] = [settingsMessages('he'), settingsMessages('en')]

function section(id: Titled, settings: SettingsSection['settings'], load: Section['load']): SettingsSection {
  return {
    id,
    title: { he: he[id], en: en[id] },
    hint: { he: he[`${id}Hint`], en: en[`${id}Hint`] },
    settings,
    load,
  }
}

type Named =
  | 'language'
  | 'theme'
  | 'timeZone'
  | 'indent'
  | 'textSize'
  | 'wraps'
  | 'name'
  | 'role'
  | 'signOut'
  | 'revokeOthers'

function named(key: Named): LocalizedText {
  return { he: he[key], en: en[key] }
}

export const accountSection = section(
  'account',
  [{ name: named('name') }, { name: named('role') }, { name: named('signOut'), words: 'log out התנתקות' }],
  async ({ ctx }, frame) => AccountSection({ frame, firstName: ctx.user.firstName }),
)

export const sessionsSection = section(
  'sessions',
  [{ name: named('revokeOthers'), words: 'sessions browsers דפדפנים חיבורים' }],
  async ({ ctx, visitor }, { locale }) => {
    const sessions = visitor?.via === 'session' ? await listSessions(ctx, visitor.sessionId) : []
    return SessionList({ locale, now: ctx.now, sessions })
  },
)

export const appearanceSection = section(
  'appearance',
  [
    { name: named('language'), anchor: 'language', words: 'Hebrew English עברית אנגלית' },
    { name: named('theme'), anchor: 'theme', words: 'dark light night high contrast mode כהה בהיר לילה ניגודיות' },
    { name: named('timeZone'), anchor: 'time-zone', words: 'clock hours timezone שעון שעה' },
  ],
  async ({ ctx }, frame) => AppearanceSection({ frame, timeZone: (await readPersonal(ctx)).timeZone }),
)

export const editorSection = section(
  'editor',
  [
    { name: named('indent'), anchor: 'editor-indent', words: 'tabs spaces טאב רווחים' },
    { name: named('textSize'), anchor: 'editor-size', words: 'font גופן' },
    { name: named('wraps'), anchor: 'editor-wraps', words: 'word wrap' },
  ],
  async ({ ctx }, { locale }) => EditorSection({ locale, editor: (await readPersonal(ctx)).editor }),
)

export const keyboardSection = section(
  'keyboard',
  [{ name: { he: 'קיצורי מקלדת', en: 'Keyboard shortcuts' }, words: 'keys hotkeys bindings מקשים' }],
  async ({ ctx }, { locale }) => KeyboardSection({ locale, shortcuts: (await readPersonal(ctx)).shortcuts }),
)

export const agentSection = section('agent', [], async ({ ctx }, { locale }) =>
  AgentSection({ locale, text: (await readPersonal(ctx)).agentInstructions }),
)

export const deleteSection = section('delete', [], async ({ ctx }, { locale }) =>
  DeleteSection({ locale, now: ctx.now, deleteAt: (await readPersonal(ctx)).deleteAt }),
)
