import * as problems from './problems.ts'
import type { RouteInfo } from './types.ts'

/** Error statuses of a route: those of the server before its handler, and those of handlers of its kind. */
function refusalsOf({ method, config, schema }: RouteInfo): number[] {
  const isWrite = method !== 'GET' && method !== 'HEAD'
  const isOpen = config.auth === 'public'
  const possible: [status: number, isPossible: boolean][] = [
    [400, isWrite || schema.querystring !== undefined || schema.params !== undefined],
    [401, !isOpen],
    [403, !isOpen || isWrite],
    [404, isWrite || schema.params !== undefined],
    [409, isWrite],
    [413, isWrite],
    [415, isWrite],
    [429, config.limit !== false],
    [500, true],
  ]
  const also = config.alsoRefuses ?? []
  return [...new Set([...possible.flatMap(([status, isPossible]) => (isPossible ? [status] : [])), ...also])]
}

type Document = { paths?: Record<string, object | undefined>; components?: object }

/** Adds the error responses of every operation to an OpenAPI document; each status is described once and referenced. */
export function addErrorResponses<D extends Document>(document: D, routes: readonly RouteInfo[]): D {
  const used = new Set<number>()
  for (const route of routes) {
    const operation = operationOf(document, route)
    if (!operation) continue
    for (const status of refusalsOf(route)) {
      used.add(status)
      operation.responses[status] ??= { $ref: `#/components/responses/${nameOf(status)}` }
    }
  }
  const responses = Object.fromEntries(
    [...used].toSorted((a, b) => a - b).map((each) => [nameOf(each), response(each)]),
  )
  return { ...document, components: { ...document.components, responses, schemas: { Refusal } } }
}

/** OpenAPI writes `{id}` for Fastify's `:id`, and `{*}` for its `*`. */
export function pathOf(url: string): string {
  return url.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{*}')
}

type Operation = { responses: Record<string, unknown> }

function operationOf({ paths }: Document, { method, url }: RouteInfo): Operation | null {
  const path = paths?.[pathOf(url)]
  const operation = path && new Map<string, unknown>(Object.entries(path)).get(method.toLowerCase())
  return isOperation(operation) ? operation : null
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'responses' in value
}

function nameOf(status: number): string {
  return `Refused${status}`
}

function response(status: number): object {
  const codes = Object.values(problems).flatMap(({ kind }) => (kind.status === status ? [kind.code] : []))
  const known = codes.length > 0 ? `: ${codes.join(', ')} or a code of this call` : ''
  const schema = { $ref: '#/components/schemas/Refusal' }
  return { description: `Refused${known}.`, content: { 'application/json': { schema } } }
}

const Refusal = {
  type: 'object',
  required: ['ok', 'error', 'code', 'message', 'request_id'],
  properties: {
    ok: { const: false },
    error: { type: 'string', description: 'The exact text of the contract, else the code' },
    code: { type: 'string', description: 'Stable snake_case' },
    message: { type: 'string', description: 'One sentence for a person' },
    request_id: { type: 'string' },
    field: { type: 'string', description: 'Which part of the request was refused' },
  },
  additionalProperties: true,
}
