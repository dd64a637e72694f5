/** Where an event happens for real in a test, and what it means for those who read no Hebrew. */
export type Provoked = { by: string; means: string }

const ai = 'src/features/ai/ai.db.test.ts'
const alerts = 'src/features/observability/alerts.db.test.ts'
const bulk = 'src/features/files/bulk.db.test.ts'
const delivery = 'src/features/reminders/delivery.db.test.ts'
const jobs = 'src/platform/jobs/jobs.db.test.ts'
const outbox = 'src/features/push/outbox.db.test.ts'
const push = 'src/features/push/push.db.test.ts'
const repos = 'src/features/repos/repo-events.db.test.ts'
const shares = 'src/features/shares/shares.db.test.ts'
const upload = 'src/features/repos/upload.db.test.ts'
const store = 'test/events/store-failures.test.ts'

/**
 * Every event of the catalogue. `events.test.ts` fails when one has no line here, `witness.ts` fails in the named file when the
 * service did not emit it there. A new event needs a test in which it happens, and one line.
 */
export const PROVOKED: Readonly<Record<string, Provoked>> = {
  ai_provider_error: { by: ai, means: 'the AI provider failed and rules explained instead' },
  alert_received: { by: alerts, means: 'an alert arrived from Alertmanager' },
  alerts_parse_error: { by: alerts, means: 'an alert arrived that could not be read' },
  business_metric: {
    by: 'src/features/files/files.db.test.ts',
    means: 'something worth counting: a file saved, a search',
  },
  codehost_import_repo_error: { by: repos, means: 'a repository could not be imported or synced' },
  codehost_rate_limit_check: { by: repos, means: 'the host of a repository limits us' },
  codehost_sync: { by: repos, means: 'a repository was synced' },
  codehost_upload_direct_error: { by: upload, means: 'a text could not be sent to a repository' },
  codehost_upload_saved_error: { by: upload, means: 'a saved file could not be sent to a repository' },
  codehost_upload_start: { by: upload, means: 'sending a file to a repository began' },
  db_delete_file_error: { by: store, means: 'deleting a file failed in the database' },
  db_get_latest_version_error: { by: store, means: 'reading the latest version failed in the database' },
  db_recycle_bin_ttl_index_missing: {
    by: 'src/features/admin/verify.db.test.ts',
    means: 'the index that empties the trash is missing or different; expired items stay',
  },
  db_save_code_snippet_error: { by: store, means: 'saving a file failed in the database' },
  file_counters_repaired: { by: bulk, means: 'counters of files were wrong and were set right' },
  internal_web_started: { by: 'test/chaos/processes-end.test.ts', means: 'a web process started' },
  job_completed: { by: jobs, means: 'a run of a job ended well' },
  job_failed: { by: jobs, means: 'a run of a job failed' },
  job_run_reconcile_skipped: { by: jobs, means: 'one run was not closed: it ended by itself in the meantime' },
  job_runs_reconciled: { by: jobs, means: 'runs left by an earlier worker were closed; one summary' },
  job_skipped: { by: jobs, means: 'a run was skipped: switched off, or running already' },
  job_started: { by: jobs, means: 'a run of a job began' },
  job_stuck: { by: jobs, means: 'a run passed its time and is still open' },
  jobs_orphan_reconcile_failed: { by: jobs, means: 'closing the runs of an earlier worker failed' },
  jobs_orphan_reconcile_skipped: { by: jobs, means: 'it was not tried: no lock, or no table' },
  jobs_orphan_reconcile_timed_out: {
    by: jobs,
    means: 'it was cut by its time limit; the rest waits for the next start',
  },
  push_deleted_dead_endpoints: { by: delivery, means: 'a subscription was removed after 404 or 410' },
  push_event_delivery_exhausted: { by: outbox, means: 'what an agent wrote was not told after the last attempt' },
  push_event_send_attempt: { by: outbox, means: 'an attempt to tell what an agent wrote' },
  push_event_unknown_kind: { by: outbox, means: 'what an agent wrote is of a kind this version does not know' },
  push_send_attempt: { by: delivery, means: 'an attempt to send a due reminder' },
  push_send_error: { by: delivery, means: 'a reminder could not be sent to a device' },
  push_send_missing_vapid_private: {
    by: delivery,
    means: 'reminders are sent from here and the private key is missing',
  },
  push_send_no_subscriptions: { by: delivery, means: 'a reminder was due and its owner has no device' },
  push_subscribed: { by: push, means: 'a browser subscribed' },
  push_subscriptions_cleanup: { by: push, means: 'old devices were removed from the settings page' },
  push_subscriptions_delete_all: { by: push, means: 'every device was removed from the settings page' },
  push_test_local_error: { by: push, means: 'a test notification failed, sent from here' },
  push_test_result: { by: push, means: 'how a test notification went' },
  push_test_worker_error: { by: push, means: 'a test notification failed, sent through the push worker' },
  push_unsubscribed: { by: push, means: 'a browser was removed' },
  render_failed: {
    by: 'src/features/rendered/render-failed.db.test.ts',
    means: 'a file could not be rendered and was shown as its source',
  },
  repo_analysis_done: { by: repos, means: 'the numbers of a repository are ready' },
  repo_analysis_error: { by: repos, means: 'the numbers of a repository could not be made' },
  repo_analysis_parsed: { by: repos, means: 'the files of a repository were read' },
  repo_analysis_start: { by: repos, means: 'making the numbers of a repository began' },
  request_failed: { by: store, means: 'a fault of ours reached a person; its stack is in the log' },
  share_view_error: { by: shares, means: 'a share could not be loaded' },
  share_view_not_found: { by: shares, means: 'somebody asked for a share that is not there' },
  sw_push_report: { by: push, means: 'a browser tells of a step in showing a notification' },
}

/** Declared, and no test makes them happen yet. This list only shrinks: move a line up when its test is there. */
export const WAITING: Readonly<Record<string, string>> = {}
