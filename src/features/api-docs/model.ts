import { curlLine } from './curl.ts'
import { type Field, fieldOf, fieldsOf } from './fields.ts'
import { type Json, list, object, text } from './json.ts'
import { OTHER_BODIES } from './sentences.ts'

export type Access = 'public' | 'user' | 'premium' | 'admin'

/** What the server itself says about a route beside its schemas. */
export type RouteFacts = { method: string; path: string; access: Access; sessionOnly: boolean; runs: boolean }

export type Operation = {
  /** Its anchor in the address. */
  id: string
  method: string
  path: string
  access: Access
  /** Which scope of a personal access token opens it; null when tokens are refused or nobody is asked. */
  scope: 'read' | 'write' | 'run' | null
  parameters: (Field & { place: string })[]
  body: { mediaType: string; fields: Field[] } | null
  replies: { status: string; fields: Field[] }[]
  curl: string | null
}

export type Group = { name: string; operations: Operation[] }

/** The document and this page describe the others, not themselves. */
const OWN_PATHS = ['/api/docs', '/api/openapi.json']
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The OpenAPI document as a page can show it: groups by what the address is about, in the order of the document. */
export function readApi(document: unknown, routes: readonly RouteFacts[], origin: string): Group[] {
  const facts = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]))
  const operations = Object.entries(object(object(document)['paths']))
    .filter(([path]) => !OWN_PATHS.includes(path))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => method in object(item)).flatMap((method) => {
        const route = facts.get(`${method.toUpperCase()} ${path}`)
        return route ? [readOperation(route, object(object(item)[method]), origin)] : []
      }),
    )
  const groups = Map.groupBy(operations, ({ path }) => groupOf(path))
  return [...groups].map(([name, members]) => ({ name, operations: members }))
}

/** `/api/files/{id}` is about `files`, `/auth/messenger` about `auth`. */
function groupOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '')
  return first === 'api' ? second : first
}

function readOperation(route: RouteFacts, operation: Json, origin: string): Operation {
  const { method, path, access } = route
  const scope = scopeOf(route)
  const body = readBody(object(operation['requestBody'])) ?? otherBody(`${method} ${path}`)
  return {
    id: `${method}${path}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/-$/, ''),
    method,
    path,
    access,
    scope,
    parameters: list(operation['parameters']).map(object).map(readParameter),
    body: body && { mediaType: body.mediaType, fields: fieldsOf(body.schema) },
    replies: Object.entries(object(operation['responses'])).map(([status, reply]) => ({
      status,
      fields: fieldsOf(object(object(object(reply)['content'])['application/json'])['schema']),
    })),
    curl: scope || access === 'public' ? curlLine({ origin, method, path, withToken: scope !== null, body }) : null,
  }
}

/** As the guard decides: by method, and only for what programs may call at all. */
function scopeOf({ method, path, access, sessionOnly, runs }: RouteFacts): Operation['scope'] {
  if (access === 'public' || sessionOnly || !path.startsWith('/api/')) return null
  if (runs) return 'run'
  return method === 'GET' ? 'read' : 'write'
}

function readParameter(parameter: Json): Field & { place: string } {
  const field = fieldOf(text(parameter['name']), object(parameter['schema']), parameter['required'] === true)
  return { ...field, place: text(parameter['in']) }
}

function readBody(requestBody: Json): { mediaType: string; schema: Json } | null {
  const [content] = Object.entries(object(requestBody['content']))
  return content ? { mediaType: content[0], schema: object(object(content[1])['schema']) } : null
}

function otherBody(call: string): { mediaType: string; schema: Json } | null {
  const mediaType = OTHER_BODIES[call]
  return mediaType === undefined ? null : { mediaType, schema: {} }
}
