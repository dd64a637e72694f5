import { call } from '#browser/api.ts'
import type { Heard } from '../../polling.ts'

type SummaryReply = { count_due: number; next_in_seconds: number | null }

export async function readSummary(): Promise<Heard> {
  const outcome = await call<SummaryReply>('GET', '/api/sticky-notes/reminders/summary')
  if (outcome.outcome === 'done') {
    const { count_due: due, next_in_seconds: nextInSeconds } = outcome.data
    return { kind: 'summary', summary: { due, nextInSeconds } }
  }
  if (outcome.outcome === 'offline') return { kind: 'failed' }
  const { status, body } = outcome.refusal
  if (status === 401) return { kind: 'signed_out' }
  if (status !== 429) return { kind: 'failed' }
  return { kind: 'busy', retryAfter: typeof body['retry_after'] === 'number' ? body['retry_after'] : 0 }
}
