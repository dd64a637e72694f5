import type { Contract, Route } from './contract.ts'

/** What the running server says of itself. */
export type Actual = {
  routes: readonly { method: string; url: string; auth: string }[]
  events: readonly { name: string }[]
}

/** Where the server and the contract differ, as sentences. Empty is good. */
export function compareInterface(actual: Actual, contract: Contract): string[] {
  const built = new Map(actual.routes.map((route) => [shape(`${route.method} ${route.url}`), route.auth]))
  const events = new Set(actual.events.map(({ name }) => name))
  return [
    ...contract.routes.flatMap((route) => checkRoute(route, built.get(shape(lineOf(route))))),
    ...contract.events.filter((name) => !events.has(name)).map((name) => `event ${name} is missing`),
  ]
}

function checkRoute(route: Route, auth: string | undefined): string[] {
  if (auth === undefined) return [`${lineOf(route)} is missing`]
  return auth === route.auth ? [] : [`${lineOf(route)} is open to '${auth}' and should be to '${route.auth}'`]
}

function lineOf({ method, url }: Route): string {
  return `${method} ${url}`
}

/** `/file/:id` and `/file/:fileId` are one route, and so are `/x` and `/x/`. */
function shape(line: string): string {
  return line.replaceAll(/:\w+/g, ':').replace(/(?<=\S)\/$/, '')
}
