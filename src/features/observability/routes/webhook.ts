import { parseJsonTask } from '#platform/http/body-parsers.ts'
import { invalidPayload } from '#platform/http/problems.ts'
import { rawBodyRoutes } from '#platform/http/raw-body.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { unreadableAlerts } from '../problems.ts'
import * as schema from '../schema/api.ts'
import { assertAlertSender, reportUnreadable, recordAlerts } from '../service/alerts.ts'

/** Fits thousands of alerts in one call. */
const WEBHOOK_BYTES = 4 * 1024 * 1024
const ALERTS_BUDGET = { values: 100_000, depth: 16 }

/** The Alertmanager webhook. It is authorised only by the shared secret, not by a session. */
export const webhookRoutes: FeatureRoutes<{ webhookSecret: string | null }> = async (app, { webhookSecret }) => {
  await rawBodyRoutes(app, (scope) => {
    scope.post(
      '/api/observability/alerts/webhook',
      {
        bodyLimit: WEBHOOK_BYTES,
        config: {
          auth: 'public',
          rawBody: true,
          alsoRefuses: [401, 503],
          assertSender: async ({ headers }) => assertAlertSender(webhookSecret, headers.authorization),
        },
        schema: {
          sentence: {
            he: 'קבלת התרעות מ-Alertmanager, עם סוד משותף.',
            en: 'Accepts alerts of Alertmanager, with the shared secret.',
          },
          response: { 200: schema.WebhookReply },
        },
      },
      async ({ publicCtx, body }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        // The thread takes the bytes.
        const { length } = bytes
        const json = await publicCtx.offload(parseJsonTask, { body: bytes, budget: ALERTS_BUDGET })
        const read = readWebhook(json.outcome === 'read' ? json.value : null)
        if ('refusal' in read) {
          reportUnreadable(publicCtx, read.reason, length)
          throw read.refusal
        }
        const { notices, sender } = schema.toNotices(read.webhook)
        return { ok: true as const, received: await recordAlerts(publicCtx, notices, sender) }
      },
    )
  })
}

type Read = { webhook: schema.WebhookBody } | { refusal: Error; reason: string }

function readWebhook(json: unknown): Read {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { refusal: invalidPayload({}), reason: 'not a JSON object' }
  const { data, error } = schema.Webhook.safeParse(json)
  if (data) return { webhook: data }
  const field = error.issues[0]?.path.join('.') ?? ''
  return { refusal: unreadableAlerts({ field }), reason: `unexpected ${field}` }
}
