import { problem } from '#platform/problem.ts'

export const jobNotFound = problem<{ job_id: string }>(404, 'job_not_found', {
  he: 'אין משימה כזו.',
  en: 'There is no such job.',
})
