import type { FeatureRoutes } from '#platform/http/types.ts'
import { SECTIONS } from './explanation.ts'
import { aiMessages } from './messages.ts'
import * as schema from './schema.ts'
import { type AiParts, explain, type Explained } from './service.ts'

export const aiRoutes: FeatureRoutes<AiParts> = (app, { provider }) => {
  app.post(
    '/api/observability/alerts/ai_explain',
    {
      bodyLimit: schema.EXPLAIN_BODY_BYTES,
      config: { auth: 'admin', limit: 'search', unconfirmedBecause: 'it explains an alert and changes nothing' },
      schema: {
        sentence: { he: 'הסבר של התרעה.', en: 'Explains an alert in the same way.' },
        body: schema.AlertBody,
        response: { 200: schema.ExplainReply },
      },
    },
    async ({ ctx, body }) => {
      const explained = await explain(ctx, provider, { field: 'alert', value: body.alert, sections: SECTIONS })
      return schema.toReply(explained, noticeOf(explained, ctx.locale))
    },
  )

  app.post(
    '/api/ai/explain',
    // Rate limited, because every signed-in user may call it and each call may be billed by the provider.
    {
      bodyLimit: schema.EXPLAIN_BODY_BYTES,
      config: { auth: 'user', limit: 'explain' },
      schema: {
        sentence: {
          he: 'הסבר של שגיאה או פלט. סודות ומזהים מוסתרים לפני השליחה.',
          en: 'Explains an error or an output. Secrets and ids are masked before they are sent to the provider.',
        },
        body: schema.ContextBody,
        response: { 200: schema.ExplainReply },
      },
    },
    async ({ ctx, body }) => {
      const sections = body.expected_sections ?? SECTIONS
      const explained = await explain(ctx, provider, { field: 'context', value: body.context, sections })
      return schema.toReply(explained, noticeOf(explained, ctx.locale))
    },
  )
}

function noticeOf({ byRules }: Explained, locale: Parameters<typeof aiMessages>[0]): string | null {
  return byRules && aiMessages(locale)[byRules]
}
