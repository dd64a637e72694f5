import type { Words } from '#base/messages.ts'

/** One known trouble: how it is recognised in the names and words of a context, and what helps. */
export type Rule = { when: RegExp; cause: Words; actions: readonly Words[]; signals: readonly Words[] }

export const w = (he: string, en: string): Words => ({ he, en })

export const jobsPage = w('הדף ‎/admin/jobs‎: ריצות, משך ושגיאות', '/admin/jobs: runs, durations and errors')
export const requestLog = w('שורות היומן עם אותו request_id', 'the log lines with the same request_id')
