import { expect, test } from 'vitest'
import { keysOf } from './keys-of.ts'
import { isSettingsSection, PANES, paneOf, SETTINGS_SECTIONS, settingsHref } from './settings-panes.ts'

test('settingsHref leads every section to its pane, and to the anchor that it had on one page', () => {
  expect(SETTINGS_SECTIONS.map((id) => settingsHref(id))).toEqual([
    '/settings/account#account',
    '/settings/account#sign-in',
    '/settings/account#sessions',
    '/settings/appearance#appearance',
    '/settings/editor#editor',
    '/settings/editor#keyboard',
    '/settings/notifications#devices',
    '/settings/tokens#tokens',
    '/settings/tokens#agent',
    '/settings/shares#shares',
    '/settings/data#transfer',
    '/settings/data#git',
    '/settings/data#welcome',
    '/settings/danger#delete',
  ])
  expect(settingsHref('sign-in', { done: 'methodAdded' })).toBe('/settings/account?done=methodAdded#sign-in')
  expect(settingsHref('shares', { anchor: 'feed' })).toBe('/settings/shares#feed')
})

test('no pane is empty, and the sections of a pane follow each other', () => {
  const panes = SETTINGS_SECTIONS.map(paneOf)
  expect(panes.filter((pane, index) => pane !== panes[index - 1])).toEqual(keysOf(PANES))
})

test('isSettingsSection knows sections only', () => {
  expect(['tokens', 'toString', '', 'danger'].map(isSettingsSection)).toEqual([true, false, false, false])
})
