import { settingsHref } from '#base/settings-panes.ts'
import type { EndpointHash } from '#base/ids.ts'
import { parseIdOr, Ok } from '#base/wire-types.ts'
import { sessionIdOf } from '#platform/http/guard.ts'
import type { SettingsSection } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { pushMessages } from './messages.ts'
import { DeviceSection } from './pages/device-section.tsx'
import { deviceNotFound } from './problems.ts'
import * as schema from './schema.ts'
import * as devices from './service/subscriptions.ts'
import { type PushSender, testPush } from './service/test-push.ts'

export type PushParts = {
  /** Null when push is off. */
  publicKey: string | null
  via: 'local' | 'worker'
  testEndpoints: boolean
  sender: PushSender
}

const hashOf = (hash: string): EndpointHash =>
  parseIdOr<'endpoint'>(hash, () => deviceNotFound({ endpoint_hash: hash }))
/** Session only: API tokens have no devices. */
const session = { auth: 'user', sessionOnly: true } as const
const unconfirmedBecause = 'it concerns the notifications of a browser only, which subscribes again by itself'
const device = { ...session, unconfirmedBecause } as const
const test = { ...device, limit: 'push_test' } as const

const words = (key: 'sectionTitle' | 'sectionHint') => ({ he: pushMessages('he')[key], en: pushMessages('en')[key] })

export function devicesSection(publicKey: string | null): SettingsSection {
  return {
    id: 'devices',
    title: words('sectionTitle'),
    hint: words('sectionHint'),
    settings: [
      { name: { he: 'התראות במכשיר הזה', en: 'Notifications on this device' }, words: 'push reminders תזכורות' },
    ],
    load: async ({ ctx }, { locale }) =>
      DeviceSection({ locale, now: ctx.now, devices: await devices.listDevices(ctx), publicKey }),
  }
}

export const pushRoutes: FeatureRoutes<PushParts> = (app, { publicKey, via, testEndpoints, sender }) => {
  const settings = { enabled: publicKey !== null, testEndpoints }

  app.get(
    '/api/push/public-key',
    {
      config: session,
      schema: {
        sentence: {
          he: 'מפתח VAPID הציבורי; null כשההתראות כבויות.',
          en: 'Gets the public VAPID key; null when push is off.',
        },
        response: { 200: schema.PublicKeyReply },
      },
    },
    () => ({
      ok: true as const,
      public_key: publicKey,
    }),
  )

  app.post(
    '/api/push/subscribe',
    {
      config: device,
      schema: {
        sentence: { he: 'רישום דפדפן להתראות.', en: 'Subscribes a browser to push notifications.' },
        body: schema.SubscribeBody,
        response: { 200: schema.SubscribeReply },
      },
    },
    async (request) => {
      const { ctx, body, headers } = request
      const asked = { endpoint: body.endpoint, ...body.keys }
      const by = { userAgent: headers['user-agent'] ?? null, sessionId: sessionIdOf(request) }
      const hash = await devices.subscribe(ctx, settings, asked, by)
      return { ok: true as const, endpoint_hash: hash }
    },
  )

  app.delete(
    '/api/push/subscribe',
    {
      config: device,
      schema: {
        sentence: { he: 'ביטול הרישום של דפדפן.', en: 'Unsubscribes a browser.' },
        body: schema.UnsubscribeBody,
        response: { 200: schema.RemovedReply },
      },
    },
    async ({ ctx, body }) => {
      const removed = await devices.unsubscribe(ctx, body.endpoint)
      return { ok: true as const, removed: removed ? 1 : 0 }
    },
  )

  app.get(
    '/api/push/subscriptions',
    {
      config: session,
      schema: {
        sentence: { he: 'המכשירים הרשומים, לפי endpoint_hash.', en: 'Lists the subscribed devices by endpoint_hash.' },
        response: { 200: schema.DevicesReply },
      },
    },
    async ({ ctx }) => {
      const list = await devices.listDevices(ctx)
      return { ok: true as const, subscriptions: list.map(schema.toItem), count: list.length }
    },
  )

  app.post(
    '/api/push/subscriptions/cleanup',
    {
      config: device,
      schema: {
        sentence: {
          he: 'הסרת מכשירים שההתראות אליהם נכשלות זמן רב.',
          en: 'Removes devices whose deliveries have failed for a long time.',
        },
        response: { 200: schema.RemovedReply },
      },
    },
    async ({ ctx }) => ({ ok: true as const, removed: await devices.cleanUp(ctx) }),
  )

  app.delete(
    '/api/push/subscriptions',
    {
      config: device,
      schema: {
        sentence: { he: 'הסרת כל המכשירים.', en: 'Removes all devices.' },
        response: { 200: schema.RemovedReply },
      },
    },
    async ({ ctx }) => ({ ok: true as const, removed: await devices.removeAll(ctx) }),
  )

  app.post(
    '/api/push/sw-report',
    {
      config: device,
      schema: {
        sentence: {
          he: 'דיווח של ה-service worker על שלב בטיפול בהתראה.',
          en: 'Reports a step of the service worker in handling a notification.',
        },
        body: schema.SwReportBody,
        response: { 200: Ok },
      },
    },
    ({ ctx, body }) => {
      devices.reportStep(ctx, body.step)
      return { ok: true as const }
    },
  )

  app.post(
    '/api/push/test',
    {
      config: test,
      schema: {
        sentence: {
          he: 'התראת ניסיון לכל המכשירים, עם תוצאה לכל אחד.',
          en: 'Sends a test notification to every device and answers with the result of each.',
        },
        response: { 200: schema.TestReply },
      },
    },
    async ({ ctx }) => {
      const results = await testPush(ctx, sender, via)
      const failed = results.filter(({ status }) => status < 200 || status >= 300).length
      return {
        ok: true as const,
        sent: results.length - failed,
        failed,
        results: results.map(({ endpointHash, status }) => ({ endpoint_hash: endpointHash, status })),
      }
    },
  )

  app.post(
    '/settings/devices/:hash/remove',
    { config: device, schema: { params: schema.DeviceParams } },
    async ({ ctx, params }, reply) => {
      await devices.removeDevice(ctx, hashOf(params.hash))
      return reply.redirect(settingsHref('devices'), 303)
    },
  )

  app.post(
    '/settings/devices/:hash/test',
    { config: test, schema: { params: schema.DeviceParams } },
    async ({ ctx, params }, reply) => {
      await testPush(ctx, sender, via, hashOf(params.hash))
      return reply.redirect(settingsHref('devices'), 303)
    },
  )
}
