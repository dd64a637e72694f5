import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { isOpaqueId } from '#base/ids.ts'
import { type JsonBudget, parseJsonWithin } from '#base/json-budget.ts'
import { sameBytes, sha256 } from '../crypto.ts'
import type { LocalMirror } from '../git/mirrors.ts'
import { GitFailure, withGitLimits } from '../git/process.ts'
import { encodeFrame, type Frame, MAX_ITEMS } from './frames.ts'
import { isMethod, methods } from './methods.ts'

/** More at the same time would need more memory than a small machine has. */
const MAX_REQUESTS = 100
/** A text of two million characters as JSON, or many names. */
const BODY_BYTES = 32 * 1024 * 1024
/** Names of objects, at most one for each file of a mirror. */
const BODY_BUDGET: JsonBudget = { values: 250_000, depth: 8 }

type ServerParts = { mirror: (id: string) => LocalMirror; secret: string; onTrouble: (error: unknown) => void }

/** `POST /mirrors/<id>/<method>`, authenticated by the secret. The answer is a stream of frames. */
export function createGitNodeServer({ mirror, secret, onTrouble }: ServerParts): Server {
  const expected = sha256(`Bearer ${secret}`)
  let running = 0
  return createServer((request, response) => {
    if (!sameBytes(sha256(request.headers.authorization ?? ''), expected)) return refuse(response, 401)
    const [, id = '', name = ''] = /^\/mirrors\/(\w+)\/(\w+)$/.exec(request.url ?? '') ?? []
    if (request.method !== 'POST' || !isOpaqueId(id) || !isMethod(name)) return refuse(response, 404)
    if (running >= MAX_REQUESTS) return refuse(response, 503)
    running += 1
    response.once('close', () => (running -= 1))
    readArguments(request)
      .then((args) => answer(response, () => methods[name](mirror(id), args)))
      .catch((error: unknown) => {
        onTrouble(error)
        response.destroy()
      })
  })
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}

async function readArguments(request: IncomingMessage): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? Infinity) > BODY_BYTES) throw new Error('the request is too large')
  const args = parseJsonWithin(await text(request), BODY_BUDGET)
  if (args === undefined) throw new Error('not JSON, or too much of it')
  return args
}

/** Sends the head at once: a caller that gets none in time considers the node dead, however long git takes. */
async function answer(response: ServerResponse, run: () => Promise<unknown> | AsyncIterable<unknown>): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).flushHeaders()
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    await withGitLimits({ signal: gone.signal }, async () => {
      for await (const value of valuesOf(run()))
        if (!response.write(encodeFrame({ kind: 'item', value })))
          await once(response, 'drain', { signal: gone.signal })
    })
    end(response, { kind: 'end', value: null })
  } catch (error) {
    // The caller left, and git with it.
    if (gone.signal.aborted) return
    if (!(error instanceof GitFailure)) throw error
    end(response, { kind: 'failure', value: { trouble: error.trouble, stderr: error.stderr } })
  }
}

function end(response: ServerResponse, frame: Frame): void {
  response.end(encodeFrame(frame))
}

async function* valuesOf(answered: Promise<unknown> | AsyncIterable<unknown>): AsyncGenerator {
  if (answered instanceof Promise) yield* inPieces(await answered)
  else for await (const value of answered) yield* inPieces(value)
}

function* inPieces(value: unknown): Generator {
  if (!Array.isArray(value) || value.length <= MAX_ITEMS) yield value
  else for (let from = 0; from < value.length; from += MAX_ITEMS) yield value.slice(from, from + MAX_ITEMS)
}
