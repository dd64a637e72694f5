import type { Contract, Route } from './contract.ts'

/** What the running server says of itself. */
export type Actual = {
  routes: readonly { method: string; url: string; auth: string }[]
  events: readonly { name: string }[]
}
export type NotBuilt = { routes: readonly string[]; events: readonly string[] }

/** Where the server and the contract differ, as sentences. Empty is good. */
export function compareInterface(actual: Actual, contract: Contract, notBuilt: NotBuilt): string[] {
  const built = new Map(actual.routes.map((route) => [shape(`${route.method} ${route.url}`), route.auth]))
  const waiting = new Set(notBuilt.routes.map(shape))
  const promised = new Set(contract.routes.map((route) => shape(lineOf(route))))
  return [
    ...contract.routes.flatMap((route) => checkRoute(route, built.get(shape(lineOf(route))), waiting)),
    ...unknown(notBuilt.routes, (line) => promised.has(shape(line))),
    ...compareEvents(actual, contract, notBuilt),
  ]
}

function checkRoute(route: Route, auth: string | undefined, waiting: ReadonlySet<string>): string[] {
  const line = lineOf(route)
  const isWaiting = waiting.has(shape(line))
  if (auth === undefined) return isWaiting ? [] : [`${line} is missing`]
  return [
    ...(isWaiting ? [`${line} is built: remove it from the list of what is not`] : []),
    ...(auth === route.auth ? [] : [`${line} is open to '${auth}' and should be to '${route.auth}'`]),
  ]
}

function compareEvents(actual: Actual, contract: Contract, notBuilt: NotBuilt): string[] {
  const built = new Set(actual.events.map(({ name }) => name))
  const waiting = new Set(notBuilt.events)
  const missing = contract.events.filter((name) => !built.has(name) && !waiting.has(name))
  const done = contract.events.filter((name) => built.has(name) && waiting.has(name))
  return [
    ...missing.map((name) => `event ${name} is missing`),
    ...done.map((name) => `event ${name} is built: remove it from the list of what is not`),
    ...unknown(notBuilt.events, (name) => contract.events.includes(name)),
  ]
}

function unknown(listed: readonly string[], isPromised: (line: string) => boolean): string[] {
  return listed
    .filter((line) => !isPromised(line))
    .map((line) => `${line} is listed as not built, but nobody promised it`)
}

function lineOf({ method, url }: Route): string {
  return `${method} ${url}`
}

/** `/file/:id` and `/file/:fileId` are one route, and so are `/x` and `/x/`. */
function shape(line: string): string {
  return line.replaceAll(/:\w+/g, ':').replace(/(?<=\S)\/$/, '')
}
