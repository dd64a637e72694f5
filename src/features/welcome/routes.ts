import { Ok } from '#base/wire.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { AckForm } from './schema.ts'
import { ackWelcome } from './service.ts'

export const welcomeRoutes: FeatureRoutes = (app) => {
  app.post('/api/welcome/ack', { config: { auth: 'user' }, schema: { response: { 200: Ok } } }, async ({ ctx }) => {
    await ackWelcome(ctx)
    return { ok: true as const }
  })

  /** The same for browsers without script. */
  app.post('/welcome/ack', { config: { auth: 'user' }, schema: { body: AckForm } }, async ({ ctx, body }, reply) => {
    await ackWelcome(ctx)
    return reply.redirect(body.next, 303)
  })
}
