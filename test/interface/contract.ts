export type Auth = 'public' | 'user' | 'premium' | 'admin'
export type Route = { method: string; url: string; auth: Auth }
export type Contract = { routes: readonly Route[]; events: readonly string[] }

/** Paths in Fastify's form; what a parameter is called is the builder's choice, where it stands is not. */
function route(line: string, auth: Auth): Route {
  const [method = '', url = ''] = line.split(' ')
  return { method, url, auth }
}

const all = (auth: Auth, lines: readonly string[]) => lines.map((line) => route(line, auth))

/**
 * The routes that clients were promised first: a change of one of them breaks clients that are out of our hands. What each does is
 * in docs/contract.md and docs/contract-routes.md.
 */
export const FIRST_ROUTES: readonly Route[] = [
  // Pages and downloads
  ...all('public', ['GET /', 'GET /login', 'POST /auth/messenger']),
  ...all('user', [
    'GET /logout',
    'GET /dashboard',
    'GET /tools/code',
    'GET /files',
    'GET /file/:id',
    'GET /download/:id',
    'GET /html/:id',
    'GET /md/:id',
    'GET /svg/:id',
    'GET /raw_svg/:id',
  ]),

  // JSON endpoints
  ...all('user', [
    'GET /api/stats',
    'GET /api/v1/announcements/active',
    'GET /api/sticky-notes/reminders/summary',
    'GET /api/sticky-notes/reminders/list',
    'POST /api/sticky-notes/reminders/ack',
    'POST /api/sticky-notes/note/:note_id/reminder',
    'POST /api/sticky-notes/note/:note_id/snooze',
    'POST /api/welcome/ack',
    'POST /api/shared/save',
  ]),
  ...all('premium', ['GET /api/code/run/limits', 'POST /api/code/run']),

  // Sticky-note operations
  ...all('user', [
    'GET /api/sticky-notes/:file_id',
    'POST /api/sticky-notes/:file_id',
    'PUT /api/sticky-notes/note/:note_id',
    'DELETE /api/sticky-notes/note/:note_id',
    'POST /api/sticky-notes/batch',
    'GET /api/sticky-notes/board/:board_id',
    'GET /api/sticky-notes/repo/:repo_name/*',
    'POST /api/sticky-notes/repo/:repo_name/*',
    'GET /api/sticky-notes/repo-orphans/:repo_name',
    'GET /api/sticky-notes/orphan-repos',
    'POST /api/sticky-notes/note/:note_id/task',
    'GET /api/sticky-notes/search',
  ]),

  // Other named endpoints
  ...all('user', [
    'POST /api/files/bulk-favorite',
    'POST /api/files/bulk-unfavorite',
    'POST /api/files/bulk-tag',
    'POST /api/files/create-zip',
    'POST /api/files/bulk-delete',
    'POST /api/files/create-share-link',
    'POST /api/ai/explain',
    'POST /api/push/test',
    'GET /api/agent/primer',
    'GET /trash',
  ]),
  ...all('admin', [
    'GET /api/observability/alerts',
    'GET /api/observability/aggregations',
    'GET /api/observability/timeseries',
    'GET /api/observability/replay',
    'GET /api/observability/export',
    'POST /api/observability/quickfix/track',
    'POST /api/observability/alerts/ai_explain',
    'GET /admin/observability',
    'GET /admin/verify-indexes',
  ]),
]

/** Promised later, to clients of the API. */
export const LATER_ROUTES: readonly Route[] = [
  // Sign-in
  ...all('user', ['POST /logout']),

  // Files
  ...all('user', [
    'GET /api/files',
    'GET /api/files/:id',
    'GET /api/files/:id/versions',
    'GET /api/files/:id/versions/:version',
    'POST /api/files',
    'PUT /api/files/:id',
    'POST /api/files/upload',
    'POST /api/files/:id/restore-version',
    'POST /api/files/:id/trash',
    'POST /api/trash/:id/restore',
    'POST /api/trash/:id/purge',
  ]),

  // Shares
  ...all('user', ['POST /api/files/:id/share', 'GET /share/:share_id']),
  // A public link is for people without an account.
  ...all('public', ['GET /shared/:token']),

  // Sticky notes
  ...all('user', [
    'GET /api/sticky-notes/note/:note_id',
    'POST /api/sticky-notes/board/:board_id',
    'GET /api/sticky-notes/note/:note_id/reminder',
    'DELETE /api/sticky-notes/note/:note_id/reminder',
    'GET /api/note-boards',
    'POST /api/note-boards',
    'PATCH /api/note-boards/:id',
    'DELETE /api/note-boards/:id',
  ]),

  // Observability, jobs, push. The alert manager has no session: its shared secret is checked by the route itself.
  ...all('public', ['POST /api/observability/alerts/webhook']),
  ...all('user', [
    'GET /api/push/public-key',
    'POST /api/push/subscribe',
    'DELETE /api/push/subscribe',
    'GET /api/push/subscriptions',
    'POST /api/push/subscriptions/cleanup',
    'DELETE /api/push/subscriptions',
    'POST /api/push/sw-report',
  ]),
  ...all('admin', ['GET /admin/jobs']),
]

/** Events that operators were promised. `codehost` stands for the code-hosting service. */
export const PROMISED_EVENTS: readonly string[] = [
  // Code hosting
  'codehost_rate_limit_check',
  'codehost_upload_start',
  'codehost_upload_saved_error',
  'codehost_upload_direct_error',
  'codehost_import_repo_error',
  'codehost_sync',
  // Database
  'db_get_latest_version_error',
  'db_save_code_snippet_error',
  'db_delete_file_error',
  'db_recycle_bin_ttl_index_missing',
  // Web and share
  'share_view_error',
  'share_view_not_found',
  'internal_web_started',
  // Alerts
  'alert_received',
  'alerts_parse_error',
  // Web push, subscriptions
  'push_subscribed',
  'push_unsubscribed',
  'push_subscriptions_cleanup',
  'push_subscriptions_delete_all',
  'push_deleted_dead_endpoints',
  'sw_push_report',
  // Web push, note reminders
  'push_send_attempt',
  'push_send_error',
  'push_send_no_subscriptions',
  'push_send_missing_vapid_private',
  // Web push, write events from the agent-tool service
  'push_event_send_attempt',
  'push_event_unknown_kind',
  'push_event_delivery_exhausted',
  // Web push, manual test
  'push_test_result',
  'push_test_local_error',
  'push_test_worker_error',
  // Jobs
  'job_started',
  'job_completed',
  'job_failed',
  'job_skipped',
  'job_stuck',
  'job_runs_reconciled',
  'jobs_orphan_reconcile_skipped',
  'jobs_orphan_reconcile_timed_out',
  'jobs_orphan_reconcile_failed',
  'job_run_reconcile_skipped',
  // Repository analysis
  'repo_analysis_start',
  'repo_analysis_parsed',
  'repo_analysis_done',
  'repo_analysis_error',
  // Business
  'business_metric',
]

export const CONTRACT: Contract = { routes: [...FIRST_ROUTES, ...LATER_ROUTES], events: PROMISED_EVENTS }
