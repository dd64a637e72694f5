import { Counter, Histogram, Registry } from 'prom-client'
import { describe, expect, it, test } from 'vitest'
import type { PushSender, SendOutcome } from '../push/sender.ts'
import { withPushMetrics, pushServiceLabel, statusLabel } from './pushes.ts'

const SECRET = 'https://fcm.googleapis.com/fcm/send/dana-phone'
const NOW = new Date('2026-11-15T09:30:00.000Z')

function measures() {
  const registry = new Registry()
  const registers = [registry]
  const pushes = new Counter({ name: 'p', help: 'p', labelNames: ['service', 'outcome', 'status'], registers })
  const reminderLateness = new Histogram({ name: 'l', help: 'l', buckets: [1, 10], registers })
  return { registry, pushes, reminderLateness }
}

const answering = (sent: SendOutcome): PushSender => ({
  ready: true,
  close: () => {},
  prepare: (_, push) => {
    expect(push).not.toHaveProperty('dueAt')
    return { send: () => Promise.resolve(sent) }
  },
})

test('a push is counted by the kind of its service and by the answer, never by its endpoint', async () => {
  const found = measures()
  const to = { endpoint: SECRET, p256dh: '', auth: '' }
  const push = { payload: '{}', ttlSeconds: 1, dueAt: new Date(NOW.getTime() - 4_000) }
  for (const sent of [
    { outcome: 'accepted', status: 201 },
    { outcome: 'gone', status: 410 },
  ] as const) {
    const sender = withPushMetrics(answering(sent), found, () => NOW)
    if (sender.ready) await sender.prepare(to, push).send()
  }
  const text = await found.registry.metrics()
  expect(text).toContain('p{service="google",outcome="accepted",status="201"} 1')
  expect(text).toContain('p{service="google",outcome="gone",status="410"} 1')
  // Only accepted pushes are measured as late: a push to a subscription that is gone reached no device.
  expect(text).toContain('l_sum 4\nl_count 1')
  expect(text).not.toContain('dana')
})

describe('labels stay few', () => {
  it.each([
    [SECRET, 'google'],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', 'mozilla'],
    ['https://web.push.apple.com/x', 'apple'],
    ['https://wns2-par02p.notify.windows.com/w/?token=x', 'microsoft'],
    ['https://notmozilla.com/x', 'other'],
    ['nonsense', 'other'],
  ])('%s is %s', (endpoint, service) => {
    expect(pushServiceLabel(endpoint)).toBe(service)
  })
  it.each([
    [201, '201'],
    [0, '0'],
    [418, '4xx'],
    [599, '5xx'],
  ])('%i is counted as %s', (status, counted) => {
    expect(statusLabel(status)).toBe(counted)
  })
})
