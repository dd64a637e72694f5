import type { NotBuilt } from './compare.ts'

/** Promised and not built yet. This list only shrinks: the day a route or event exists, its line here fails the test. */
export const notBuiltYet: NotBuilt = {
  routes: [
    'POST /api/ai/explain',
    'GET /api/observability/alerts',
    'GET /api/observability/aggregations',
    'GET /api/observability/timeseries',
    'GET /api/observability/replay',
    'GET /api/observability/export',
    'POST /api/observability/quickfix/track',
    'POST /api/observability/alerts/ai_explain',
    'GET /admin/observability',
    'POST /api/observability/alerts/webhook',
  ],
  events: [
    'codehost_upload_start',
    'codehost_upload_saved_error',
    'codehost_upload_direct_error',
    'alert_received',
    'alerts_parse_error',
  ],
}
