import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { RouteInfo } from '#platform/http/types.ts'
import type { Replies } from './reply-types.ts'

const Problem = z.object({
  ok: z.literal(false),
  error: z.string(),
  code: z.string(),
  message: z.string(),
  request_id: z.string(),
})
export type ProblemBody = z.output<typeof Problem>

/** Fastify's router answers a URL that it cannot decode, or with too long a parameter, before any route does. */
const RouterError = z.object({ code: z.enum(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']), statusCode: z.int() })

type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [Path]
type WithoutQuery<Url extends string> = Url extends `${infer Path}?${string}` ? Path : Url

type Matches<Given, Pattern> = Pattern extends ['*']
  ? true
  : [Given, Pattern] extends [[infer Part, ...infer Parts], [infer Expected, ...infer Others]]
    ? Expected extends `:${string}`
      ? Matches<Parts, Others>
      : Part extends Expected
        ? Matches<Parts, Others>
        : false
    : [Given, Pattern] extends [[], []]
      ? true
      : false

type PatternFor<Method extends string, Path extends string> = {
  [Route in keyof Replies]: Route extends `${Method} ${infer Pattern}`
    ? Matches<Segments<Path>, Segments<Pattern>> extends true
      ? Route
      : never
    : never
}[keyof Replies]

/** A path without parameters wins over a pattern, as in the router. */
type RouteFor<Method extends string, Path extends string> = `${Method} ${Path}` extends keyof Replies
  ? `${Method} ${Path}`
  : PatternFor<Method, Path>

/** The reply of a URL; `unknown` for a page, a download or a URL of type `string`. */
export type ReplyTo<Method extends string, Url extends string> = [RouteFor<Method, WithoutQuery<Url>>] extends [never]
  ? unknown
  : Replies[RouteFor<Method, WithoutQuery<Url>>]

/** A JSON route with the schemas of its replies by status. */
export type JsonRoute = { name: string; segments: readonly string[]; replies: Readonly<Record<string, z.ZodType>> }

const Responses = z.record(z.string(), z.instanceof(z.ZodType))

export function jsonRoutes(routes: readonly Pick<RouteInfo, 'method' | 'url' | 'schema'>[]): JsonRoute[] {
  return routes.flatMap(({ method, url, schema: { response, produces } }) => {
    if (!url.startsWith('/api/') || method === 'HEAD' || !response || produces) return []
    const name = `${method} ${url}`
    return [{ name, segments: name.split('/'), replies: Responses.parse(response) }]
  })
}

function matches(given: readonly string[], pattern: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '*'
  if (isOpen ? given.length < pattern.length : given.length !== pattern.length) return false
  return pattern.every((expected, i) => expected === '*' || expected.startsWith(':') || expected === given[i])
}

function findRoute(routes: readonly JsonRoute[], method: string, url: string): JsonRoute | undefined {
  const wanted = `${method} ${url.replace(/\?.*/s, '')}`
  const given = wanted.split('/')
  return routes.find(({ name }) => name === wanted) ?? routes.find(({ segments }) => matches(given, segments))
}

type Received = { method: string; url: string; status: number; text: string }

/** The parsed body of a JSON route, or null for the URL of another one. Throws when the body is not as declared. */
export function parseReply(routes: readonly JsonRoute[], received: Received): { body: unknown } | null {
  const { method, url, status, text } = received
  const route = findRoute(routes, method, url)
  if (!route) return null
  const schema = status < 300 ? route.replies[status] : Problem.loose()
  const sent = parseJson(text)
  if (RouterError.safeParse(sent).success) return null
  const { data, error } = (schema ?? z.never()).safeParse(sent)
  // A schema drops the fields that it does not declare; a reply that has some is wrong too.
  if (error || !isDeepStrictEqual(data, sent))
    throw new Error(`${method} ${url} answered ${status} with a body that is not declared: ${text}`, { cause: error })
  return { body: data }
}

/** Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
