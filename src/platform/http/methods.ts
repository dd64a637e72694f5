import { methodNotAllowed } from './problems.ts'
import type { Problem } from '../problem.ts'
import type { App } from './types.ts'

type KnownPath = {
  url: string
  methods: Set<string>
  /** Matches the addresses of this path. */
  pattern: RegExp
}

/** Finds the 405 for an address that the router did not find: null when no route has this path with any method. */
export function findMethodProblem(app: App): (address: string) => Problem | null {
  let paths: KnownPath[] | undefined
  return (address) => {
    // Routes are complete once the server answers.
    paths ??= knownPaths(app)
    const [path = ''] = address.split('?', 1)
    const known = paths.find(({ pattern }) => pattern.test(path))
    return known ? methodProblem(app, known) : null
  }
}

/**
 * Where the router would fall back to a parameterised path, the methods that a path does not have are routes of their own:
 * otherwise `search` in `POST /api/sticky-notes/search` would be taken for the id of a file.
 */
export function refuseShadowedMethods(app: App): void {
  const paths = knownPaths(app)
  const loose = paths.filter(({ url }) => /[:*]/.test(url))
  for (const path of paths) {
    const others = loose.filter((other) => other !== path && other.pattern.test(path.url))
    const shadowed = app.supportedMethods.filter(
      (method) => !path.methods.has(method) && others.some((other) => other.methods.has(method)),
    )
    if (shadowed.length === 0) continue
    app.route({
      method: shadowed,
      url: path.url,
      exposeHeadRoute: false,
      config: { auth: 'public', isUndeclared: true },
      schema: { hide: true },
      // Before a body is read.
      onRequest: async () => {
        throw methodProblem(app, path)
      },
      handler: () => undefined,
    })
  }
}

function methodProblem(app: App, { methods }: KnownPath): Problem {
  const allowed = app.supportedMethods.filter((method) => methods.has(method))
  return methodNotAllowed({ allowed }, { allow: allowed.join(', ') })
}

/** The most exact paths first, as the router prefers them. */
function knownPaths(app: App): KnownPath[] {
  const known = new Map<string, KnownPath>()
  for (const { method, url } of app.routeTable()) {
    // `/file/:id` and `/file/:file_id` are one path to the router.
    const shape = url.replaceAll(/:\w+/g, ':')
    const path = known.get(shape) ?? { url, methods: new Set(), pattern: patternOf(shape) }
    path.methods.add(method)
    known.set(shape, path)
  }
  const looseness = ({ url }: KnownPath) => url.split('*').length * 100 + url.split(':').length
  return [...known.values()].toSorted((a, b) => looseness(a) - looseness(b))
}

function patternOf(shape: string): RegExp {
  const source = RegExp.escape(shape).replaceAll(RegExp.escape(':'), '[^/]+').replaceAll(RegExp.escape('*'), '.*')
  return new RegExp(`^${source}$`)
}
