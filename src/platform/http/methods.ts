import { methodNotAllowed } from './problems.ts'
import type { App } from './types.ts'

/**
 * Answers 405 to the methods that a known path does not have. They are routes of their own: otherwise the router would fall back
 * to a parameterised path and take `search` in `POST /api/sticky-notes/search` for the id of a file.
 */
export function refuseOtherMethods(app: App): void {
  for (const { url, methods } of knownPaths(app)) {
    const allowed = app.supportedMethods.filter((method) => methods.has(method))
    app.route({
      method: app.supportedMethods.filter((method) => !methods.has(method)),
      url,
      exposeHeadRoute: false,
      config: { auth: 'public', isUndeclared: true },
      schema: { hide: true },
      // Before a body is read.
      onRequest: async () => {
        throw methodNotAllowed({ allowed }, { allow: allowed.join(', ') })
      },
      handler: () => undefined,
    })
  }
}

function knownPaths(app: App): { url: string; methods: Set<string> }[] {
  const known = new Map<string, { url: string; methods: Set<string> }>()
  for (const { method, url } of app.routeTable()) {
    // `/file/:id` and `/file/:file_id` are one path to the router.
    const shape = url.replaceAll(/:\w+/g, ':')
    const path = known.get(shape) ?? { url, methods: new Set() }
    path.methods.add(method)
    known.set(shape, path)
  }
  return [...known.values()]
}
