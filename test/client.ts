import type { InjectOptions } from 'fastify'
import { z } from 'zod'
import type { App } from '#platform/http/types.ts'
import { wordsIn } from './events/leaks.ts'
import { keepSecret } from './events/witness.ts'
import { type JsonRoute, jsonRoutes, parseJson, parseReply, type ProblemBody, type ReplyTo } from './replies.ts'

export const ORIGIN = 'https://shelf.test'

type Received = { status: number; headers: Record<string, unknown>; text: string; bytes: Buffer }
/** From a page, a download, or a URL that the type system cannot read. */
export type Answer = Received & { body: Record<string, unknown> }
/** From a JSON route: its declared reply, or a problem. */
export type ApiAnswer<Reply> = Received & ({ ok: true; body: Reply } | { ok: false; body: ProblemBody })
type AnswerTo<Method extends string, Url extends string> =
  unknown extends ReplyTo<Method, Url> ? Answer : ApiAnswer<ReplyTo<Method, Url>>

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE'
type Sent<M extends Method, Url extends string> = Omit<InjectOptions, 'method' | 'url'> & { method: M; url: Url }

/** The reply of a JSON route; throws when it answered with a problem. */
export function replyOf<Reply>(answer: ApiAnswer<Reply>): Reply {
  if (answer.ok) return answer.body
  throw new Error(`answered ${answer.status}: ${answer.text}`)
}

/** The problem of a JSON route with its further fields; throws when the route succeeded. */
export function problemOf(answer: ApiAnswer<unknown>): ProblemBody & Record<string, unknown> {
  if (!answer.ok) return answer.body
  throw new Error(`answered ${answer.status}: ${answer.text}`)
}

const routesByApp = new WeakMap<App, JsonRoute[]>()

/** The table has every route once the application is ready; tests make thousands of clients of one. */
function routesOf(app: App): JsonRoute[] {
  const routes = routesByApp.get(app) ?? jsonRoutes(app.routeTable())
  routesByApp.set(app, routes)
  return routes
}

/** A browser's worth of headers; `raw` sends exactly what it is given. */
function httpClient(app: App, headers: Record<string, string>, remoteAddress: string) {
  const routes = routesOf(app)
  const send = async <M extends Method, const Url extends string>(options: Sent<M, Url>): Promise<AnswerTo<M, Url>> => {
    const response = await app.inject({ remoteAddress, ...options, headers: { ...headers, ...options.headers } })
    const { statusCode: status, body: text } = response
    const reply = parseReply(routes, { method: options.method, url: options.url, status, text })
    const answer = {
      status,
      headers: response.headers,
      text,
      bytes: response.rawPayload,
      ...(reply ? { ok: status < 300, ...reply } : { body: parseObject(text) }),
    }
    // `parseReply` finds the schema by the rules of `AnswerTo`, which the compiler cannot relate.
    return answer as AnswerTo<M, Url>
  }
  const write =
    <M extends 'POST' | 'PUT' | 'PATCH' | 'DELETE'>(method: M) =>
    <const Url extends string>(url: Url, body?: unknown, extra: Record<string, string> = {}) => {
      keepSecret(...wordsIn(body))
      return send({
        method,
        url,
        headers: { origin: ORIGIN, ...(body !== undefined && { 'content-type': 'application/json' }), ...extra },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
    }
  return {
    raw: send,
    get: <const Url extends string>(url: Url, extra: Record<string, string> = {}) =>
      send({ method: 'GET', url, headers: extra }),
    page: (url: string, extra: Record<string, string> = {}) =>
      send({ method: 'GET', url, headers: { accept: 'text/html', ...extra } }),
    /** As a browser without script sends it. */
    form: (url: string, fields: Record<string, string> | [name: string, value: string][] = {}) =>
      send({
        method: 'POST',
        url,
        headers: { origin: ORIGIN, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
    post: write('POST'),
    put: write('PUT'),
    patch: write('PATCH'),
    delete: write('DELETE'),
  }
}

export type HttpClient = ReturnType<typeof httpClient>

export function client(app: App, headers: Record<string, string>, remoteAddress: string) {
  const http = httpClient(app, headers, remoteAddress)
  return { ...http, ...shortcuts(http) }
}

/** What the tests of several features need before they start. Each call throws when the server refuses. */
function shortcuts({ get, post }: HttpClient) {
  return {
    /** Returns the id. */
    async saveFile(fileName: string, content = 'x', more: object = {}): Promise<string> {
      const answer = await post('/api/files', { file_name: fileName, content, ...more })
      return replyOf(answer).file_id
    },
    async readFile(id: string) {
      return replyOf(await get(`/api/files/${id}`)).file
    },
    async createNote(fileId: string, fields: object = {}) {
      return replyOf(await post(`/api/sticky-notes/${fileId}`, fields)).note
    },
    async createBoard(name: string) {
      return replyOf(await post('/api/note-boards', { name })).board
    },
    async createBoardNote(boardId: string, fields: object = {}) {
      return replyOf(await post(`/api/sticky-notes/board/${boardId}`, fields)).note
    },
    async listBoards() {
      return replyOf(await get('/api/note-boards')).boards
    },
    async createToken(name: string, fields: object = {}) {
      const { token, details } = replyOf(await post('/api/tokens', { name, scopes: ['read', 'write'], ...fields }))
      return { secret: token, ...details }
    },
  }
}

const JsonObject = z.record(z.string(), z.unknown())

function parseObject(text: string): Record<string, unknown> {
  return JsonObject.safeParse(parseJson(text)).data ?? {}
}
