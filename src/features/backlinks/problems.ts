import { problem } from '#platform/problem.ts'

export const linkTargetNotFound = problem<{ id: string }>(404, 'link_target_not_found', {
  he: 'אין קובץ, פתק או לוח כזה.',
  en: 'There is no such file, note or board.',
})
