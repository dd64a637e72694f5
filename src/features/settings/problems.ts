import { problem } from '#platform/problem.ts'

export const shortcutClash = problem<{ field: string; keys: string; clashes_with: string }>(400, 'shortcut_clash', {
  he: 'המקשים האלה כבר שייכים לקיצור אחר.',
  en: 'These keys belong to another shortcut already.',
})
