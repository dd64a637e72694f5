import type { LocalizedText } from '#base/messages.ts'
import { curlLine } from './curl.ts'
import { type Field, fieldOf, fieldsOf, typeOf } from './fields.ts'
import { type Json, list, object, text } from './json.ts'

export type Access = 'public' | 'user' | 'premium' | 'admin'

/** What the server knows about a route besides the OpenAPI document. */
export type RouteFacts = {
  method: string
  path: string
  access: Access
  /** The token scope it requires; null when tokens are refused or no authentication is needed. */
  scope: string | null
  sentence: LocalizedText | null
  /** Of a body that is not JSON and therefore has no schema. */
  mediaType: string | null
}

export type Operation = Omit<RouteFacts, 'mediaType'> & {
  /** The fragment of its URL. */
  id: string
  parameters: (Field & { location: string })[]
  body: { mediaType: string; fields: Field[] } | null
  replies: { status: string; type: string; fields: Field[] }[]
  /** The schemas of all replies, problems included. */
  statuses: string[]
  curl: string | null
}

export type Group = { name: string; operations: Operation[] }

/** The document and this page do not list themselves. */
const OWN_PATHS = ['/api/docs', '/api/openapi.json']
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The OpenAPI document as the page shows it: grouped by resource, in document order. */
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

/** `/api/files/{id}` belongs to `files`, `/auth/messenger` to `auth`. */
function groupOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '')
  return first === 'api' ? second : first
}

function readOperation(route: RouteFacts, operation: Json, origin: string): Operation {
  const { mediaType, ...facts } = route
  const { method, path, access, scope } = facts
  const body = readBody(object(operation['requestBody'])) ?? (mediaType === null ? null : { mediaType, schema: {} })
  return {
    id: `${method}${path}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/-$/, ''),
    ...facts,
    parameters: list(operation['parameters']).map(object).map(readParameter),
    body: body && { mediaType: body.mediaType, fields: fieldsOf(body.schema) },
    // Problems share one schema, which the page shows once.
    replies: Object.entries(object(operation['responses']))
      .filter(([status]) => status.startsWith('2'))
      .map(([status, reply]) => ({ status, ...readReply(object(reply)) })),
    statuses: Object.keys(object(operation['responses'])),
    curl: scope || access === 'public' ? curlLine({ origin, method, path, withToken: scope !== null, body }) : null,
  }
}

function readParameter(parameter: Json): Field & { location: string } {
  const field = fieldOf(text(parameter['name']), object(parameter['schema']), parameter['required'] === true)
  return { ...field, location: text(parameter['in']) }
}

/** The type of a non-JSON reply is its media type. */
function readReply(reply: Json): { type: string; fields: Field[] } {
  const [content] = Object.entries(object(reply['content']))
  if (!content) return { type: '', fields: [] }
  const [mediaType, media] = content
  const schema = object(object(media)['schema'])
  return mediaType === 'application/json'
    ? { type: typeOf(schema), fields: fieldsOf(schema) }
    : { type: mediaType, fields: [] }
}

function readBody(requestBody: Json): { mediaType: string; schema: Json } | null {
  const [content] = Object.entries(object(requestBody['content']))
  return content ? { mediaType: content[0], schema: object(object(content[1])['schema']) } : null
}
