import { event, type Resource } from '../events/event.ts'

type Run = { resource: Resource; run_id: string; trigger: string }

export const jobStarted = event('info')<Run>('job_started', 'ריצת משימה החלה')
export const jobCompleted = event('info')<Run & { processed: number; duration_ms: number }>(
  'job_completed',
  'ריצת משימה הסתיימה',
)
export const jobFailed = event('error')<Run & { failure_reason: string; error: string }>(
  'job_failed',
  'ריצת משימה נכשלה',
)
export const jobSkipped = event('info')<Run & { reason: 'disabled' | 'already_running' }>(
  'job_skipped',
  'ריצת משימה דולגה',
)
export const jobStuck = event('warn')<Run & { minutes: number }>('job_stuck', 'ריצת משימה תקועה')

export const jobRunsReconciled = event('warn')<{
  count: number
  skipped: number
  truncated: boolean
  job_ids_sample: readonly string[]
}>('job_runs_reconciled', 'ריצות שנותרו פתוחות נסגרו בעליית העובד')
export const runNotClosed = event('info')<{ run_id: string }>(
  'job_run_reconcile_skipped',
  'ריצה לא נסגרה כי מצבה השתנה בינתיים',
)
export const reconcileSkipped = event('warn')<{ reason: 'no_lock' | 'no_db' }>(
  'jobs_orphan_reconcile_skipped',
  'סגירת ריצות יתומות לא בוצעה',
)
export const reconcileTimedOut = event('error')<{ seconds: number; count: number }>(
  'jobs_orphan_reconcile_timed_out',
  'סגירת ריצות יתומות נקטעה לפי מגבלת הזמן',
)
export const reconcileFailed = event('error')<{ error: string }>(
  'jobs_orphan_reconcile_failed',
  'סגירת ריצות יתומות נכשלה',
)
