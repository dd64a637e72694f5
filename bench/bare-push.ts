import { Agent, request } from 'node:http'
import webPush from 'web-push'

/**
 * The `web-push` library alone: `node bench/bare-push.ts <endpoint> <p256dh> <auth> <count> [sign-once]` with VAPID_PUBLIC_KEY
 * and VAPID_PRIVATE_KEY sends that many pushes, as many at a time as a worker does, and prints the pushes per second. The library
 * signs each push; with `sign-once` one signature serves all, as in a worker.
 */
const [endpoint = '', p256dh = '', auth = '', count = '0', signing = 'sign-each'] = process.argv.slice(2)
const AT_A_TIME = 100
const PAYLOAD = JSON.stringify({
  title: 'Reminder',
  body: 'a note of forty characters, more or less',
  tag: 'x'.repeat(60),
})
const vapidDetails = {
  subject: 'mailto:a@example.org',
  publicKey: process.env['VAPID_PUBLIC_KEY'] ?? '',
  privateKey: process.env['VAPID_PRIVATE_KEY'] ?? '',
}
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const signedOnce =
  signing === 'sign-once'
    ? webPush.getVapidHeaders(
        new URL(endpoint).origin,
        vapidDetails.subject,
        vapidDetails.publicKey,
        vapidDetails.privateKey,
        'aes128gcm',
      )
    : null

let left = Number(count)
const started = performance.now()
await Promise.all(Array.from({ length: AT_A_TIME }, sendUntilNoneIsLeft))
process.stdout.write(`${Number(count) / ((performance.now() - started) / 1000)}\n`)
agent.destroy()

async function sendUntilNoneIsLeft(): Promise<void> {
  while (left > 0) {
    left -= 1
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, PAYLOAD, {
      TTL: 3600,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
      ...(signedOnce === null && { vapidDetails }),
    })
    await post({ ...headers, ...signedOnce }, body)
  }
}

function post(headers: Record<string, unknown>, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    request(endpoint, { method: 'POST', agent, headers: plain }, (response) => {
      response.on('end', resolve).resume()
    })
      .on('error', reject)
      .end(body)
  })
}
