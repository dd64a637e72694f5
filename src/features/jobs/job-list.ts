import type { LocalizedText } from '#base/messages.ts'

/** A job as the page shows it, whoever runs it. */
export type JobInfo = { id: string; title: LocalizedText; everySeconds: number; looks: boolean }

export type Run = {
  runId: string
  status: 'running' | 'completed' | 'failed' | 'skipped' | 'cancelled'
  trigger: 'schedule' | 'manual'
  owner: string
  startedAt: Date
  endedAt: Date | null
  processed: number
  total: number | null
  error: string | null
  failureReason: string | null
}

export type ShownJob = JobInfo & { disabled: boolean; runs: readonly Run[] }

export const RUNS_SHOWN = 10

/** Whole percents, when it is known of how many. */
export function percentOf({ status, processed, total }: Pick<Run, 'status' | 'processed' | 'total'>): number | null {
  if (status === 'completed') return 100
  return total === null || total === 0 ? null : Math.min(100, Math.floor((processed / total) * 100))
}
