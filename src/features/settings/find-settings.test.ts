import { expect, test } from 'vitest'
import type { SettingsSectionId } from '#base/settings-panes.ts'
import { findSettings } from './find-settings.ts'

const SECTIONS = [
  {
    id: 'appearance',
    title: { he: 'מראה', en: 'Appearance' },
    hint: { he: 'חל על כל המכשירים.', en: 'Applies to every device.' },
    settings: [
      { name: { he: 'שפה', en: 'Language' }, anchor: 'language' },
      { name: { he: 'ערכת צבעים', en: 'Colour theme' }, anchor: 'theme', words: 'dark light כהה בהיר' },
    ],
  },
  {
    id: 'tokens',
    title: { he: 'אסימוני גישה', en: 'Access tokens' },
    hint: { he: 'לשורת הפקודה ולסוכנים.', en: 'For the command line and agents.' },
    settings: [{ name: { he: 'יצירת אסימון', en: 'Create token' } }],
  },
  {
    id: 'sign-in',
    title: { he: 'דרכי כניסה', en: 'Sign-in methods' },
    hint: { he: 'כל דרך מספיקה לבדה.', en: 'Each is enough by itself.' },
    settings: [{ name: { he: 'סיסמה', en: 'Password' } }],
  },
] satisfies ({ id: SettingsSectionId } & Parameters<typeof findSettings>[0][number])[]

const hrefs = (query: string) => findSettings(SECTIONS, query).map(({ href }) => href)
const THEME = '/settings/appearance#theme'
const TOKENS = '/settings/tokens#tokens'

test.each([
  ['theme', [THEME]],
  ['ערכת', [THEME]],
  ['dark', [THEME]],
  ['DARK Theme', [THEME]],
  ['עֶרְכַּת', [THEME]],
  ['token', [TOKENS, TOKENS]],
  ['אסימון', [TOKENS, TOKENS]],
  ['הסיסמה', ['/settings/account#sign-in']],
  ['command line', [TOKENS]],
  ['appearance', ['/settings/appearance#appearance']],
  ['appearance language', ['/settings/appearance#language', '/settings/appearance#appearance']],
  ['theme token', []],
  ['   ', []],
])('findSettings finds %j at %j', (query, found) => {
  expect(hrefs(query)).toEqual(found)
})

test('findSettings lists what has the words in its name before what is only about them', () => {
  const hint = { he: 'ערכת נושא', en: 'About the theme' }
  const about = { id: 'agent', title: { he: 'הנחיות', en: 'Instructions' }, hint, settings: [] } as const
  const found = findSettings([about, ...SECTIONS], 'theme').map(({ href }) => href)
  expect(found).toEqual([THEME, '/settings/tokens#agent'])
})
