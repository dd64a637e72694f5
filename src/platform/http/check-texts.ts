import type { FastifyRequest } from 'fastify'
import { isStorableText } from '#base/text.ts'
import { invalidInput, invalidPayload, invalidText, notFound } from './problems.ts'
import type { App } from './types.ts'

/** How much of the path to a bad text is named: a sender may nest bodies as deeply as they like. */
const NAMED_LEVELS = 4

/**
 * Checks every text that a handler can read, after validation: PostgreSQL rejects NUL, and half a surrogate pair would come
 * back as another character. In a URL such a text names nothing that exists, so that is 404.
 */
export function rejectUnstorableTexts(app: App): void {
  // The validator reads a missing body as null, so a schema that allows a missing body would also allow the JSON text `null`.
  app.addHook('preValidation', async ({ body }) => {
    if (body === null) throw invalidPayload({})
  })
  app.addHook('preHandler', async (request) => {
    const { schema, config } = request.routeOptions
    if (schema?.params && findUnstorable(request.params) !== null) throw notFound()
    assertJsonObject(request)
    const own = config.checksTexts ?? []
    const field =
      (schema?.querystring ? findUnstorable(request.query) : null) ??
      (schema?.body ? findUnstorable(without(request.body, own)) : null)
    if (field !== null) throw invalidText({ field })
  })
}

/** Routes without fields have no schema that would reject `[]`, a text or an unknown field. */
function assertJsonObject({ body, routeOptions: { schema, url, config } }: FastifyRequest): void {
  if (schema?.body || config.streamsBody || body === undefined || body instanceof Uint8Array) return
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidPayload({})
  const [field] = Object.keys(body)
  if (field !== undefined && url?.startsWith('/api/')) throw invalidInput({ field })
}

function without(body: unknown, fields: readonly string[]): unknown {
  if (fields.length === 0 || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)))
}

type Step = { key: string; from: Step | null; depth: number }

/**
 * Finds the path of a text that cannot be stored, keys included. A loop, because recursion would overflow the stack, and one
 * step for each object, not for each value: a list may have a million numbers.
 */
export function findUnstorable(value: unknown): string | null {
  if (typeof value === 'string') return isStorableText(value) ? null : 'body'
  const rest: { value: unknown; at: Step | null }[] = [{ value, at: null }]
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (typeof next.value !== 'object' || next.value === null || next.value instanceof Uint8Array) continue
    for (const [key, child] of entriesOf(next.value)) {
      if (!isStorableText(key)) return pathOf(next.at)
      if (typeof child === 'string' && !isStorableText(child)) return pathOf(stepTo(key, next.at))
      if (typeof child === 'object' && child !== null) rest.push({ value: child, at: stepTo(key, next.at) })
    }
  }
  return null
}

function* entriesOf(value: object): Generator<[string, unknown]> {
  if (!Array.isArray(value)) yield* Object.entries(value)
  else
    for (const [i, child] of value.entries())
      if (typeof child === 'string' || typeof child === 'object') yield [String(i), child]
}

function stepTo(key: string, from: Step | null): Step | null {
  const depth = (from?.depth ?? 0) + 1
  return depth > NAMED_LEVELS ? from : { key, from, depth }
}

function pathOf(step: Step | null): string {
  if (!step) return 'body'
  return step.from ? `${pathOf(step.from)}.${step.key}` : step.key
}
