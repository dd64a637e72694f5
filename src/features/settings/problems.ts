import { problem } from '#platform/problem.ts'

export const shortcutClash = problem<{ field: string; keys: string; clashes_with: string }>(400, 'shortcut_clash', {
  he: 'המקשים האלה כבר שייכים לקיצור אחר.',
  en: 'These keys are already used by another shortcut.',
})

export const settingsChangedHere = problem(409, 'settings_changed_here', {
  he: 'בחשבון הזה כבר נבחרו הגדרות אחרות, ולכן הן נשארו כפי שהן.',
  en: 'This account already has settings, so they were not overwritten.',
})

export const invalidSettingsExport = problem<{ field: string }>(400, 'invalid_settings_export', {
  he: 'ההגדרות בייצוא אינן תקינות.',
  en: 'The settings in the export are not valid.',
})
