/** Where an event happens for real in a test, and what it means for those who read no Hebrew. */
export type Provoked = { by: string; means: string }

const ai = 'src/features/ai/ai.db.test.ts'
const alerts = 'src/features/observability/alerts.db.test.ts'
const bulk = 'src/features/files/bulk.db.test.ts'
const delivery = 'src/features/reminders/delivery.db.test.ts'
const jobs = 'src/platform/jobs/jobs.db.test.ts'
const outbox = 'src/features/push/outbox.db.test.ts'
const push = 'src/features/push/push.db.test.ts'
const codeIndex = 'src/features/repos/code-index.db.test.ts'
const symbols = 'src/features/repos/symbols.db.test.ts'
const repos = 'src/features/repos/repo-events.db.test.ts'
const shares = 'src/features/shares/shares.db.test.ts'
const upload = 'src/features/repos/upload.db.test.ts'
const store = 'test/events/store-failures.test.ts'

/**
 * Every event of the catalogue. `events.test.ts` fails when one has no line here, `witness.ts` fails in the named file when the
 * service did not emit it there. A new event needs a test in which it happens, and one line.
 */
export const PROVOKED: Readonly<Record<string, Provoked>> = {
  ai_provider_error: { by: ai, means: 'the AI provider failed; the built-in rules explained the alert instead' },
  alert_received: { by: alerts, means: 'Alertmanager posted an alert' },
  alerts_parse_error: { by: alerts, means: 'Alertmanager posted something that could not be parsed' },
  business_metric: {
    by: 'src/features/files/files.db.test.ts',
    means: 'a business number to count, such as a saved file or a search',
  },
  code_index_build_error: { by: codeIndex, means: 'building the search index of a repository failed' },
  code_index_unavailable: {
    by: codeIndex,
    means: 'the search index gave no answer, and git searched instead',
  },
  codehost_import_repo_error: { by: repos, means: 'importing or syncing a repository failed' },
  codehost_rate_limit_check: { by: repos, means: 'the host of a repository answered with a rate limit' },
  codehost_sync: { by: repos, means: 'a repository was synced' },
  codehost_upload_direct_error: { by: upload, means: 'pushing a text to a repository failed' },
  codehost_upload_saved_error: { by: upload, means: 'pushing a saved file to a repository failed' },
  codehost_upload_start: { by: upload, means: 'a push of a file to a repository started' },
  db_delete_file_error: { by: store, means: 'deleting a file failed with a database error' },
  db_get_latest_version_error: {
    by: store,
    means: 'reading the latest version of a file failed with a database error',
  },
  db_recycle_bin_ttl_index_missing: {
    by: 'src/features/admin/verify.db.test.ts',
    means: 'the index `files_expiry`, which the trash is emptied by, is missing or different',
  },
  db_save_code_snippet_error: { by: store, means: 'saving a file failed with a database error' },
  file_counters_repaired: { by: bulk, means: 'stored file counts were wrong and were corrected' },
  internal_web_started: { by: 'test/chaos/processes-end.test.ts', means: 'a web process started' },
  job_completed: { by: jobs, means: 'a run of a job succeeded' },
  job_failed: { by: jobs, means: 'a run of a job failed' },
  job_run_reconcile_skipped: {
    by: jobs,
    means: 'a run of an earlier worker was not closed, because its status had changed in the meantime',
  },
  job_runs_reconciled: { by: jobs, means: 'runs that an earlier worker had left open were closed' },
  job_skipped: { by: jobs, means: 'a run was skipped, because the job is disabled or already running' },
  job_started: { by: jobs, means: 'a run of a job started' },
  job_stuck: { by: jobs, means: 'a run has not ended after 20 minutes' },
  jobs_orphan_reconcile_failed: { by: jobs, means: 'closing the runs that an earlier worker had left open failed' },
  jobs_orphan_reconcile_skipped: {
    by: jobs,
    means:
      'closing the runs of an earlier worker was skipped, because this worker does not lead or the database is unavailable',
  },
  jobs_orphan_reconcile_timed_out: {
    by: jobs,
    means: 'closing the runs of an earlier worker hit its time limit; the next start closes the rest',
  },
  push_deleted_dead_endpoints: {
    by: delivery,
    means: 'a push subscription was removed, because its push service answered 404 or 410',
  },
  push_event_delivery_exhausted: {
    by: outbox,
    means: 'a notification about a write of an agent was given up after the last attempt',
  },
  push_event_send_attempt: { by: outbox, means: 'an attempt to send a notification about a write of an agent' },
  push_event_unknown_kind: {
    by: outbox,
    means: 'a notification about a write of an agent was dropped, because its kind is unknown',
  },
  push_send_attempt: { by: delivery, means: 'an attempt to send a due reminder' },
  push_send_error: { by: delivery, means: 'a reminder could not be sent to a device' },
  push_send_missing_vapid_private: {
    by: delivery,
    means: 'reminders cannot be sent, because VAPID_PRIVATE_KEY is missing',
  },
  push_send_no_subscriptions: { by: delivery, means: 'a reminder was due, but its owner has no device' },
  push_subscribed: { by: push, means: 'a browser subscribed to push notifications' },
  push_subscriptions_cleanup: { by: push, means: 'a user removed their old devices on the settings page' },
  push_subscriptions_delete_all: { by: push, means: 'a user removed all their devices on the settings page' },
  push_test_local_error: { by: push, means: 'a test notification failed, sent by the web process' },
  push_test_result: { by: push, means: 'result of a test notification' },
  push_test_worker_error: { by: push, means: 'a test notification failed, sent through the push worker' },
  push_unsubscribed: { by: push, means: 'a browser unsubscribed from push notifications' },
  render_failed: {
    by: 'src/features/rendered/render-failed.db.test.ts',
    means: 'rendering a file failed, so its source was shown',
  },
  repo_symbols_error: { by: symbols, means: 'reading the symbols of a repository failed' },
  repo_symbols_read: { by: symbols, means: 'symbols of a repository were read' },
  repo_analysis_done: { by: repos, means: 'the statistics of a repository are ready' },
  repo_analysis_error: { by: repos, means: 'computing the statistics of a repository failed' },
  repo_analysis_parsed: { by: repos, means: 'the files of a repository were read for its statistics' },
  repo_analysis_start: { by: repos, means: 'computing the statistics of a repository started' },
  request_failed: { by: store, means: 'a request failed with an unexpected error; the stack is in the log' },
  passkey_cloned: {
    by: 'src/features/auth/passkeys.db.test.ts',
    means: 'a passkey was refused, because its counter did not advance: the key may have been copied',
  },
  passkey_refused: {
    by: 'src/features/auth/passkeys.db.test.ts',
    means: 'a passkey was refused at sign-in, or when it was added',
  },
  share_view_error: { by: shares, means: 'loading a share failed' },
  share_view_not_found: { by: shares, means: 'a visitor opened a share that does not exist' },
  sw_push_report: { by: push, means: 'a browser reported a step of showing a notification' },
}

/** Declared, and no test makes them happen yet. This list only shrinks: move a line up when its test is there. */
export const WAITING: Readonly<Record<string, string>> = {}
