import { type Operation, readApi } from '#features/api-docs/model.ts'
import { factsOf } from '#features/api-docs/routes.ts'
import { pathOf } from '#platform/http/error-responses.ts'
import type { RouteInfo } from '#platform/http/types.ts'
import { findHandlers, type Handler } from './handlers.ts'
import type { Sources } from './sources.ts'

export type Server = { routes: readonly RouteInfo[]; document: unknown }

export type Route = {
  row: RouteInfo
  /** As OpenAPI writes it: `/file/{id}`. */
  path: string
  feature: string
  /** Null: a page or a form, which the OpenAPI document leaves out. */
  operation: Operation | null
  handler: Handler | null
}

/** Every route with its description in the OpenAPI document and its handler in the source. */
export function readRoutes({ routes, document }: Server, sources: Sources): Route[] {
  const operations = readOperations({ routes, document })
  const handlerOf = findHandlers(sources)
  return routes.map((row) => {
    const path = pathOf(row.url)
    const handler = handlerOf(row.method, row.url)
    const feature = /^src\/features\/([^/]+)/.exec(handler?.path ?? '')?.[1] ?? 'platform'
    return { row, path, feature, operation: operations.get(`${row.method} ${path}`) ?? null, handler }
  })
}

function readOperations({ routes, document }: Server): Map<string, Operation> {
  const operations = readApi(document, routes.map(factsOf), '').flatMap((group) => group.operations)
  return new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]))
}
