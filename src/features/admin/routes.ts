import type { FeatureRoutes } from '#platform/http/types.ts'
import { VerifyPage } from './pages/verify-page.tsx'
import * as schema from './schema.ts'
import { verifyIndexes } from './service.ts'

export const adminRoutes: FeatureRoutes = (app) => {
  app.get('/admin/verify-indexes', { config: { auth: 'admin', sessionOnly: true } }, async ({ ctx }, reply) => {
    const { parts, recycleBin } = await verifyIndexes(ctx)
    return reply.page(VerifyPage({ frame: reply.frame, parts, recycleBin }))
  })

  app.get(
    '/api/admin/verify-indexes',
    { config: { auth: 'admin' }, schema: { response: { 200: schema.VerifyReply } } },
    async ({ ctx }) => {
      const { parts, recycleBin } = await verifyIndexes(ctx)
      return {
        ok: true as const,
        recycle_bin_ttl: recycleBin,
        summary: schema.summaryOf(parts),
        parts: parts.map(schema.toPart),
      }
    },
  )
}
