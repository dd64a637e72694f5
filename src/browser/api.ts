import { pause } from './sleep.ts'
import { emitSignedOut } from './signed-out.ts'

/** A problem response of the server (docs/contract.md, "Problems"). */
export type ProblemResponse = {
  status: number
  code: string
  message: string
  requestId: string
  body: Record<string, unknown>
}

/** The outcome of a call. `offline`: there was no response, so whether it took effect is unknown. */
export type Outcome<T> =
  | { outcome: 'done'; data: T }
  | { outcome: 'refused'; refusal: ProblemResponse }
  | { outcome: 'offline' }

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type CallOptions = {
  /** Sent as JSON, or as a form when it is FormData, as files are. */
  body?: unknown
  /** `keepalive`: outlives the page, for saving while leaving. */
  keepalive?: boolean
  signal?: AbortSignal
}

const RETRIES = 2
const RETRY_AFTER_MS = 400

/** Calls our own API. Retries reads without a response, but never writes, because they may have taken effect. */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<Outcome<T>> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await once<T>(method, path, options)
    const again = outcome.outcome === 'offline' && method === 'GET' && attempt < RETRIES && !options.signal?.aborted
    if (!again) return outcome
    await pause(RETRY_AFTER_MS * 2 ** attempt)
  }
}

async function once<T>(method: Method, path: string, { body, keepalive, signal }: CallOptions): Promise<Outcome<T>> {
  const headers: Record<string, string> = { accept: 'application/json' }
  const request: RequestInit = { method, headers, keepalive: keepalive ?? false }
  if (signal) request.signal = signal
  if (body instanceof FormData) request.body = body
  else if (body !== undefined) {
    headers['content-type'] = 'application/json'
    request.body = JSON.stringify(body)
  }
  try {
    const response = await fetch(path, request)
    const data: unknown = response.status === 204 ? null : await response.json()
    if (response.ok) return { outcome: 'done', data: data as T }
    const refusal = readRefusal(response, data)
    // Only this code: a refused passkey is a 401 too, and the session goes on.
    if (refusal.code === 'authentication_required') emitSignedOut()
    return { outcome: 'refused', refusal }
  } catch {
    return { outcome: 'offline' }
  }
}

function readRefusal(response: Response, data: unknown): ProblemResponse {
  const body = isRecord(data) ? data : {}
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '')
  return { status: response.status, code: text('code'), message: text('message'), requestId: text('request_id'), body }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
