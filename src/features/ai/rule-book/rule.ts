import type { LocalizedText } from '#base/messages.ts'

/** One known problem: how it is recognised in a context, and what helps. */
export type Rule = {
  when: RegExp
  cause: LocalizedText
  actions: readonly LocalizedText[]
  signals: readonly LocalizedText[]
}

export const localized = (he: string, en: string): LocalizedText => ({ he, en })

export const jobsPage = localized('הדף ‎/admin/jobs‎: ריצות, משך ושגיאות', '/admin/jobs: runs, durations and errors')
export const requestLog = localized('שורות היומן עם אותו request_id', 'the log lines with the same request_id')
