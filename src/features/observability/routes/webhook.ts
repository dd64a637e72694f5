import { invalidPayload } from '#platform/http/problems.ts'
import { rawBodyRoutes } from '#platform/http/raw-body.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { unreadableAlerts } from '../problems.ts'
import * as schema from '../schema.ts'
import { assertAlertSender, reportUnreadable, recordAlerts } from '../service/alerts.ts'

/** Fits thousands of alerts in one call. */
const WEBHOOK_BYTES = 4 * 1024 * 1024

/** The Alertmanager webhook. It is authorised only by the shared secret, not by a session. */
export const webhookRoutes: FeatureRoutes<{ webhookSecret: string | null }> = async (app, { webhookSecret }) => {
  await rawBodyRoutes(app, (scope) => {
    scope.post(
      '/api/observability/alerts/webhook',
      {
        bodyLimit: WEBHOOK_BYTES,
        config: { auth: 'public', rawBody: true, alsoRefuses: [401, 503] },
        schema: { response: { 200: schema.WebhookReply } },
        // Check the secret before the body is read, so that strangers cannot make us buffer it.
        onRequest: async (request) => assertAlertSender(webhookSecret, request.headers.authorization),
      },
      async ({ publicCtx, body }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        const read = readWebhook(bytes)
        if ('refusal' in read) {
          reportUnreadable(publicCtx, read.reason, bytes.length)
          throw read.refusal
        }
        const { notices, sender } = schema.toNotices(read.webhook)
        return { ok: true as const, received: await recordAlerts(publicCtx, notices, sender) }
      },
    )
  })
}

type Read = { webhook: schema.WebhookBody } | { refusal: Error; reason: string }

function readWebhook(bytes: Buffer): Read {
  const json = parseJson(bytes)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return { refusal: invalidPayload({}), reason: 'not a JSON object' }
  const { data, error } = schema.Webhook.safeParse(json)
  if (data) return { webhook: data }
  const field = error.issues[0]?.path.join('.') ?? ''
  return { refusal: unreadableAlerts({ field }), reason: `unexpected ${field}` }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
