import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { FAMILIES } from './families.ts'

/** A text that the client makes itself: sending it from the measured thread would cost that thread time. */
export type TextSpec = { family: string; bytes: number; digit: number }
/** `field` is where the text goes; without one there is no text in the body. */
export type Ask = {
  method: string
  url: string
  headers?: Record<string, string>
  body?: { as: 'json' | 'form' | 'multipart'; fields: Record<string, unknown>; field?: string }
  text?: TextSpec
  /** Of the answer, not only its beginning. */
  keep?: 'all'
}
export type Reply = { status: number; ms: number; bytes: number; body: string; location: string }

const KEPT_CHARS = 4_000
const { port, headers } = workerData as { port: number; headers: Record<string, string> }

parentPort?.on('message', async (ask: Ask) => {
  parentPort?.postMessage(await send(ask, await bodyOf(ask)))
})

async function bodyOf({ body, text }: Ask): Promise<{ bytes: Buffer; type: string } | null> {
  if (!body) return null
  const content = text ? (FAMILIES[text.family]?.(text.bytes, text.digit) ?? '') : ''
  const fields = body.field === undefined ? body.fields : { ...body.fields, [body.field]: content }
  if (body.as === 'json') return { bytes: Buffer.from(JSON.stringify(fields)), type: 'application/json' }
  const form = body.as === 'form' ? new URLSearchParams() : new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  const encoded = new Response(form)
  return { bytes: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

async function send(ask: Ask, body: { bytes: Buffer; type: string } | null): Promise<Reply> {
  const started = performance.now()
  const type = body ? { 'content-type': body.type, 'content-length': String(body.bytes.length) } : {}
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const sent = request(
    { host: '127.0.0.1', port, method: ask.method, path: ask.url, headers: { ...headers, ...type, ...ask.headers } },
    (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({
          status: answer.statusCode ?? 0,
          ms: performance.now() - started,
          bytes: bytes.length,
          body: (ask.keep === 'all' ? bytes : bytes.subarray(0, KEPT_CHARS)).toString('utf8'),
          location: answer.headers.location ?? '',
        })
      })
    },
  )
  sent.on('error', reject)
  sent.end(body?.bytes)
  return promise
}
