import { fieldsOf, type Field } from '#features/api-docs/fields.ts'
import type { Operation } from '#features/api-docs/model.ts'
import { z } from 'zod'
import { DEFAULT_BODY_BYTES } from '#platform/http/body-limits.ts'
import { needsConfirmation, tokenScope } from '#platform/http/guard.ts'
import { routeLimit } from '#platform/http/limits.ts'
import type { RouteInfo } from '#platform/http/types.ts'
import { fieldRows } from './field-rows.ts'
import { readRoutes, type Route, type Server } from './routes.ts'
import type { Sources } from './sources.ts'
import { bytes, code, rules, table } from './words.ts'

const HEAD = `# Routes

Made by \`npm run generate\` from the routes and schemas of the server and from the source of the handlers; do not edit. What holds for every
route (formats, authentication, limits, all problem codes) is in [contract.md](contract.md).

- **Access** is \`public\`, \`user\` (signed in), \`premium\` or \`admin\`. **Token** is the scope that a personal access token needs; "no" means
  that the route accepts sessions only. "confirmed": the person must have proved within ten minutes that it is them, or the answer is 403
  \`confirmation_required\`. Tokens are exempt.
- **Limit** is the rate limit class. A \`read\` request with \`q\` counts as \`search\`. **Body** is the largest body, ${bytes(DEFAULT_BODY_BYTES)} unless stated.
- **In** is where a field stands: the path, the query, the body, or the reply with that status.
- **Problems** are the codes that the handler itself can answer with, or put into the result of one item. They are found by following its calls
  in the source, so a code can be listed that no request provokes. Codes that any route can answer with are not repeated.
- Pages answer HTML. Forms answer 303 to a page, or the page again with the problem.
`

/** docs/contract-routes.md: every route of the server, by feature. */
export function routesPage(server: Server, sources: Sources): string {
  const byFeature = Map.groupBy(readRoutes(server, sources), ({ feature }) => feature)
  const features = [...byFeature].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const links = features.map(([name]) => `[${name}](#${name})`).join(' · ')
  const sections = features.map(([name, routes]) => featureSection(name, routes))
  return `${HEAD}\n${links}\n\n${sections.join('\n\n')}\n`
}

function featureSection(name: string, routes: readonly Route[]): string {
  const pages = routes.filter(({ operation }) => !operation)
  const shapes = new Map<string, string>()
  const calls = routes.flatMap((route) => (route.operation ? [callSection(route, route.operation, shapes)] : []))
  return [`## ${name}`, sourceLinks(routes), ...(pages.length > 0 ? [pagesTable(pages)] : []), ...calls].join('\n\n')
}

function sourceLinks(routes: readonly Route[]): string {
  const paths = [...new Set(routes.flatMap(({ handler }) => handler?.path ?? []))]
  return `Source: ${paths.map((path) => `[${path}](../${path})`).join(', ')}`
}

function pagesTable(pages: readonly Route[]): string {
  return table(
    ['Page or form', 'Access', 'Token', 'Limit', 'Body', 'Query', 'Form', 'Problems'],
    pages.map((route) => [
      code(`${route.row.method} ${route.path}`),
      accessText(route.row),
      tokenText(route.row),
      limitText(route.row),
      bodyText(route.row),
      inlineFields(route.row.schema.querystring),
      inlineFields(route.row.schema.body),
      problemsText(route),
    ]),
  )
}

/** The fields of a zod schema in one cell. */
function inlineFields(schema: unknown): string {
  if (!(schema instanceof z.ZodType)) return ''
  const fields: Field[] = fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return fields
    .map((field) => {
      const text = rules(field, true)
      return text === '' ? code(field.name) : `${code(field.name)} (${text})`
    })
    .join(', ')
}

function callSection(route: Route, operation: Operation, shapes: Map<string, string>): string {
  const { row, path } = route
  const name = `${row.method} ${path}`
  const facts = [
    `Access: ${accessText(row)}`,
    ...(row.auth === 'public' ? [] : [`token: ${tokenText(row)}`]),
    `limit: ${limitText(row)}`,
    ...(row.bodyLimit === undefined ? [] : [`body: ${bodyText(row)}`]),
  ]
  const problems = problemsText(route)
  return [
    `### ${name}`,
    operation.sentence?.en ?? '',
    `${facts.join(' · ')}${problems === '' ? '' : ` · problems: ${problems}`}`,
    table(['In', 'Field', 'Type', 'Rules'], fieldRows(operation, name, shapes)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

function accessText(row: RouteInfo): string {
  return needsConfirmation(row) ? `${row.auth}, confirmed` : row.auth
}

function tokenText(row: RouteInfo): string {
  if (row.auth === 'public') return ''
  const scope = tokenScope(row)
  if (scope === null) return 'no'
  return scope === 'own' ? 'required' : code(scope)
}

function limitText(row: RouteInfo): string {
  const limit = routeLimit(row)
  return limit === false ? 'none' : code(limit)
}

function bodyText({ method, bodyLimit }: RouteInfo): string {
  return bodyLimit === undefined || method === 'GET' ? '' : bytes(bodyLimit)
}

/** A status that the OpenAPI document does not declare for the operation is handled before the reply, or belongs to one item. */
function problemsText({ handler, operation }: Route): string {
  const hasItems = operation?.replies.some(({ fields }) => fields.some(({ name }) => name === 'results'))
  const shown = (handler?.problems ?? []).filter(
    ({ status }) => !operation || hasItems || operation.statuses.includes(String(status)),
  )
  return [...Map.groupBy(shown, ({ status }) => status)]
    .toSorted(([a], [b]) => a - b)
    .map(([status, problems]) => {
      const codes = [...new Set(problems.map((problem) => problem.code))].toSorted()
      return `${status} ${codes.map(code).join(', ')}`
    })
    .join('; ')
}
