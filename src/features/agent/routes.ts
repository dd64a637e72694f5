import type { FeatureRoutes } from '#platform/http/types.ts'
import { readPrimer } from './service.ts'

export const agentRoutes: FeatureRoutes = (app) => {
  app.get('/api/agent/primer', { config: { auth: 'user' } }, async ({ ctx }, reply) => {
    const primer = await readPrimer(ctx)
    if (primer === null) return reply.code(204).send()
    return reply.type('text/plain; charset=utf-8').send(primer)
  })
}
