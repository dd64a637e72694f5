import type { FeatureRoutes } from '#platform/http/types.ts'
import { PRIMER_REPLIES } from '../schema/primer.ts'
import { readPrimer } from '../service/primer.ts'
import type { Runners } from '../service/run.ts'
import { journalRoutes } from './journal.ts'
import { mcpRoutes } from './mcp.ts'

export const agentRoutes: FeatureRoutes<{ origin: string; runners: Runners }> = async (app, parts) => {
  app.get(
    '/api/agent/primer',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'ההנחיות לסוכנים וסיכום הספרייה, כטקסט. 204 כשאין מה לומר.',
          en: 'Gets the instructions for agents with a summary of the library, as text. 204 when there is nothing.',
        },
        produces: ['text/plain'],
        response: PRIMER_REPLIES,
      },
    },
    async ({ ctx }, reply) => {
      const primer = await readPrimer(ctx)
      if (primer === null) return reply.code(204).send()
      return reply.type('text/plain; charset=utf-8').send(primer)
    },
  )
  mcpRoutes(app, parts)
  await journalRoutes(app)
}
