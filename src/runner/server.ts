import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { sameBytes, sha256 } from '#platform/crypto.ts'
import { type RunEvent, RunJob } from '#platform/runners/protocol.ts'
import { Busy, type Pool } from './pool.ts'

/** The code, its input, and the overhead of JSON for both. */
const BODY_BYTES = 2 * 1024 * 1024

export type ServerParts = { pool: Pool; engine: string; secret: string; onTrouble: (error: unknown) => void }

/** `GET /health` and `POST /run`, authenticated by the secret. A run is streamed as one JSON line per event. */
export function createRunnerServer(parts: ServerParts): Server {
  const expected = sha256(`Bearer ${parts.secret}`)
  return createServer((request, response) => {
    if (!sameBytes(sha256(request.headers.authorization ?? ''), expected)) return answer(response, 401, {})
    if (request.method === 'GET' && request.url === '/health') {
      return answer(response, 200, { engine: parts.engine, ...parts.pool.state() })
    }
    if (request.method !== 'POST' || request.url !== '/run') return answer(response, 404, {})
    run(parts, request, response).catch((error: unknown) => {
      parts.onTrouble(error)
      response.destroy()
    })
  })
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function run(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const job = await readJob(request)
  if (!job) return answer(response, 400, { error: 'bad job' })
  const caller = new AbortController()
  // The caller disconnected: leave the queue or end the run.
  response.once('close', () => caller.abort())
  const send = (event: RunEvent) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`${JSON.stringify(event)}\n`)
  }
  try {
    await runJob(parts, job, caller.signal, send)
  } catch (error) {
    if (caller.signal.aborted) return
    if (!(error instanceof Busy)) parts.onTrouble(error)
    const reason = error instanceof Busy ? 'busy' : 'failed'
    if (!response.headersSent) return answer(response, 503, { error: reason })
    send({ kind: 'unavailable', reason })
  }
  response.end()
}

async function runJob({ pool }: ServerParts, job: RunJob, signal: AbortSignal, send: (event: RunEvent) => void) {
  const lease = await pool.acquire(signal, (position) => send({ kind: 'queued', place: position }))
  try {
    send({ kind: 'started' })
    const emit = (stream: 'stdout' | 'stderr', written: string) => send({ kind: 'output', stream, text: written })
    const end = await lease.sandbox.run(job, emit, signal)
    send({ kind: 'end', end })
  } finally {
    await lease.release()
  }
}

async function readJob(request: IncomingMessage): Promise<RunJob | null> {
  if (Number(request.headers['content-length'] ?? Infinity) > BODY_BYTES) return null
  try {
    return RunJob.parse(JSON.parse(await text(request)))
  } catch {
    return null
  }
}
