import type { ESTree } from 'rolldown/utils'
import { type DeclaredProblem, readProblem } from './problems.ts'
import type { Source } from './source.ts'
import type { Sources } from './sources.ts'

/** Where a route is registered, and the problems that its handler can end with. */
export type Handler = { path: string; problems: DeclaredProblem[] }

type Registration = { source: Source; call: ESTree.CallExpression; methods: readonly string[]; url: ESTree.Node }

/** Clients of the API call `x.get('/path')` as well. */
const ROUTE_MODULE = /\/routes(\/|\.ts$)|^src\/platform\/http\//
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Finds the handler of a route in the sources: `app.get('/path', …)` and everything that this call uses. */
export function findHandlers(sources: Sources): (method: string, url: string) => Handler | null {
  const modules = sources.all.filter(({ path }) => ROUTE_MODULE.test(path))
  const registrations = modules.flatMap((source) => source.calls.flatMap((call) => readRegistration(source, call)))
  return (method, url) => {
    const found =
      registrations.find((each) => each.methods.includes(method) && isExactly(sources, each, url)) ??
      registrations.find((each) => each.methods.includes(method) && couldBe(each, url))
    if (found) return { path: found.source.path, problems: problemsIn(sources, found) }
    // The path is handed to a helper that registers it.
    const owner = modules.find(({ texts }) => texts.has(url))
    return owner ? { path: owner.path, problems: [] } : null
  }
}

function problemsIn(sources: Sources, { source, call }: Registration): DeclaredProblem[] {
  return [...sources.reach(source, call)].flatMap((declared) => readProblem(declared) ?? [])
}

/** `x.get(url, …)` and `x.route({ method, url, … })`; whether it registers a route is decided by its path. */
function readRegistration(source: Source, call: ESTree.CallExpression): Registration[] {
  const { callee } = call
  const [first] = call.arguments
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier' || !first)
    return []
  const { name } = callee.property
  if (METHODS.has(name)) return [{ source, call, methods: [name.toUpperCase()], url: first }]
  const [method, url] = [propertyOf(first, 'method'), propertyOf(first, 'url')]
  return name === 'route' && method && url ? [{ source, call, methods: textsIn(method), url }] : []
}

function propertyOf(node: ESTree.Node, name: string): ESTree.Node | null {
  if (node.type !== 'ObjectExpression') return null
  for (const property of node.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name)
      return property.value
  return null
}

function textsIn(node: ESTree.Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  return node.type === 'ArrayExpression' ? node.elements.flatMap((each) => (each ? textsIn(each) : [])) : []
}

function isExactly(sources: Sources, { source, url: node }: Registration, url: string): boolean {
  const constant = node.type === 'Identifier' ? sources.find(source, node.name) : null
  const text = constant ? constant.source.values.get(constant.name) : node
  return text?.type === 'Literal' && text.value === url
}

/** A path that is built: a template whose fixed parts match, or a variable in a module that contains the path as a text. */
function couldBe({ source, url: node }: Registration, url: string): boolean {
  if (node.type === 'Identifier') return source.texts.has(url)
  if (node.type !== 'TemplateLiteral') return false
  const parts = node.quasis.map(({ value }) => value.raw)
  const [head = '', tail = ''] = [parts[0], parts.at(-1)]
  return head.length + tail.length > 1 && url.startsWith(head) && url.endsWith(tail)
}
