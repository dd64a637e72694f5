import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `node proxied.ts app|stream`, in the network of a machine with a proxy on port 443, whose authority is read from standard input.
 * `app`: what a browser does through the proxy. `stream`: what arrives when, from a program in the place of Codeshelf.
 */
const HOST = 'shelf.example.org'
const ca = await text(process.stdin)
const ACCOUNT = { sign_in_name: 'noa', password: 'correct horse battery staple' }
const UPLOAD_BYTES = 12 * 1024 * 1024

type Sent = { method?: string; body?: string | Buffer; headers?: Record<string, string>; localAddress?: string }

async function send(path: string, { method = 'GET', body = '', headers = {}, localAddress = '127.0.0.1' }: Sent = {}) {
  const sent = request({ host: '127.0.0.1', servername: HOST, port: 443, ca, path, method, localAddress })
  sent.setHeader('host', HOST)
  sent.setHeader('origin', `https://${HOST}`)
  for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value)
  return new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject).end(body),
  )
}

async function json(path: string, value: unknown, sent: Sent = {}) {
  const headers = { 'content-type': 'application/json', ...sent.headers }
  return send(path, { ...sent, method: 'POST', body: JSON.stringify(value), headers })
}

async function throughApp(): Promise<unknown> {
  const signedIn = await json('/auth/password', ACCOUNT)
  const [cookie = ''] = signedIn.headers['set-cookie'] ?? []
  const session = { cookie: cookie.split(';')[0] ?? '' }
  const boundary = 'proxied'
  const line = `${'x'.repeat(63)}\n`
  const part = (name: string, bytes: number) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n${line.repeat(bytes / 64)}\r\n`
  const parts = Array.from({ length: UPLOAD_BYTES / 2 ** 20 }, (_, i) => part(`part-${i}.txt`, 2 ** 20))
  const uploaded = await send('/api/files/upload', {
    method: 'POST',
    body: `${parts.join('')}--${boundary}--\r\n`,
    headers: { ...session, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const uploadReply = await text(uploaded)
  const exported = await send('/api/export', { headers: session })
  const zip = await buffer(exported)
  // Each from another address, with an invented one in the header that proxies add to.
  for (const localAddress of ['127.0.0.5', '127.0.0.6'])
    await json(
      '/auth/password',
      { ...ACCOUNT, sign_in_name: 'nobody' },
      { localAddress, headers: { 'x-forwarded-for': '203.0.113.9' } },
    )
  return {
    signIn: signedIn.statusCode,
    cookie,
    upload: uploaded.statusCode,
    uploadReply: uploadReply.slice(0, 200),
    export: exported.statusCode,
    zipStart: zip.subarray(0, 2).toString(),
    hsts: exported.headers['strict-transport-security'] !== undefined,
  }
}

async function throughStub(silentSeconds: number): Promise<unknown> {
  const upstream = createServer(async (asked, response) => {
    response.writeHead(200, { 'content-type': asked.url === '/events' ? 'text/event-stream' : 'text/plain' })
    if (asked.url === '/events')
      for (let i = 0; i < 3; i += 1) {
        response.write(`data: ${i}\n\n`)
        await sleep(500)
      }
    else await sleep(silentSeconds * 1000)
    response.end('end')
  })
  upstream.listen(3000, '127.0.0.1')
  await once(upstream, 'listening')
  const started = performance.now()
  const events = await send('/events')
  const arrivals: number[] = []
  for await (const _ of events) arrivals.push(performance.now() - started)
  const long = await text(await send('/long'))
  upstream.close()
  upstream.closeAllConnections()
  return { arrivals: arrivals.map(Math.round), long }
}

const [mode, seconds] = process.argv.slice(2)
const result = mode === 'app' ? await throughApp() : await throughStub(Number(seconds))
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit()
