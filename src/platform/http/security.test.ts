import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { securityHeaders } from './security.ts'
import type { App } from './types.ts'

async function headersOf(prepare: (app: App) => unknown) {
  const app: App = Fastify()
  await prepare(app)
  app.get('/', { config: { auth: 'public' } }, async () => '')
  const { date: _, ...headers } = (await app.inject('/')).headers
  return headers
}

test('the security headers equal those of helmet, with a policy whose two nonces are new in every response', async () => {
  const { 'content-security-policy': policy, ...ours } = await headersOf((app) => securityHeaders(app, { https: true }))
  const helmets = await headersOf((app) =>
    app.register(helmet, {
      contentSecurityPolicy: false,
      strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
      referrerPolicy: { policy: 'same-origin' },
    }),
  )
  expect(ours).toEqual(helmets)
  const again = await headersOf((app) => securityHeaders(app, { https: true }))
  const nonces = [
    ...`${String(policy)} ${String(again['content-security-policy'])}`.matchAll(/'nonce-([0-9a-f]{32})'/g),
  ]
  expect(new Set(nonces.map(([, nonce]) => nonce)).size).toBe(4)
})

test('responses over plain HTTP carry no HSTS', async () => {
  const headers = await headersOf((app) => securityHeaders(app, { https: false }))
  expect(headers).not.toHaveProperty('strict-transport-security')
})
