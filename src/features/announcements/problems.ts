import { problem } from '#platform/problem.ts'

export const announcementNotFound = problem<{ announcement_id: string }>(404, 'announcement_not_found', {
  he: 'אין הודעה כזו.',
  en: 'There is no such announcement.',
})
