import type { Room } from './rooms.ts'

/** Libraries that compute and do nothing else: what a rule of the product may stand on. */
const PURE_PACKAGES = [
  'highlight.js',
  'markdown-it',
  'markdown-it-*',
  'hast-util-*',
  'parse5',
  'linguist-languages',
  'unist-util-visit',
] as const

/** Libraries that touch the outside: one room holds them, so that replacing one is a change in one room. */
const PLATFORM_PACKAGES = [
  '@fastify/*',
  '@opentelemetry/*',
  '@modelcontextprotocol/server',
  'fastify',
  'ioredis',
  'kysely',
  'pg',
  'pino',
  'prom-client',
  'web-push',
  'yauzl',
  'yazl',
  'zod',
] as const

export type Rule = {
  room: Room
  /** As the table of ARCHITECTURE.md calls it. */
  file: string
  /** Rooms it may import. Its own room (of its own feature) is always open to it. */
  may: readonly Room[]
  /** A feature's rooms are open to that feature alone, but for these. */
  anyFeature?: readonly Room[]
  /** May be imported as types, which are gone at run time. */
  types?: readonly Room[]
  packages: readonly string[]
  typePackages?: readonly string[]
  /** May import Node's built-in modules. */
  node: boolean
  holds: string
  /** Said to whoever breaks it. */
  because: string
}

const PLATFORM = [
  'platform',
  'platform/http',
  'platform/db',
  'platform/jobs',
  'platform/ctx',
  'platform/crypto',
] as const satisfies Room[]

/** What may import what. The rows of features are those of the design; the others follow from them. */
export const RULES: readonly Rule[] = [
  {
    room: 'domain',
    file: '*domain* (any other name)',
    may: ['base', 'domain'],
    packages: PURE_PACKAGES,
    typePackages: ['hast'],
    node: false,
    holds: 'types, rules, the numbers of the Limits table',
    because: 'domain is pure: no I/O, no clock',
  },
  {
    room: 'schema',
    file: '`schema.ts`',
    may: ['base', 'domain'],
    packages: ['zod'],
    node: false,
    holds: 'request and reply schemas; the only place with snake_case field names',
    because: 'a schema describes the wire and nothing else',
  },
  {
    room: 'store',
    file: '`store.ts`',
    may: ['base', 'platform/db', 'domain'],
    packages: ['kysely'],
    node: false,
    holds: 'queries and nothing else; writes only its own tables; `user_id` leads every query',
    because: 'a store holds queries and nothing else',
  },
  {
    room: 'problems',
    file: '`problems.ts`',
    may: ['base', 'platform', 'domain'],
    packages: [],
    node: false,
    holds: 'the refusals this feature can produce',
    because: 'problems are declarations',
  },
  {
    room: 'events',
    file: '`events.ts`',
    may: ['base', 'platform', 'domain'],
    packages: [],
    node: false,
    holds: 'the events this feature can produce',
    because: 'events are declarations',
  },
  {
    room: 'service',
    file: '`service.ts`',
    may: [
      'base',
      'platform',
      'platform/ctx',
      'platform/crypto',
      'platform/db',
      'platform/jobs',
      'domain',
      'store',
      'problems',
      'events',
    ],
    anyFeature: ['public'],
    packages: [],
    node: false,
    holds: 'use-cases: order of checks, transactions, events',
    because: 'the clock, the dice and the database arrive in ctx, other features through their public.ts',
  },
  {
    room: 'jobs',
    file: '`jobs.ts`',
    may: ['base', 'platform', 'platform/db', 'platform/jobs', 'domain', 'service', 'events'],
    packages: [],
    node: false,
    holds: 'what runs in the worker, and when',
    because: 'a job is a moment and a call of a use-case',
  },
  {
    room: 'pages',
    file: '`pages/`',
    may: ['base', 'ui', 'domain', 'messages', 'islands'],
    anyFeature: ['islands'],
    packages: ['preact'],
    node: false,
    holds: 'pure functions from props to HTML',
    because: 'pages never reach a service or a store; they may place islands',
  },
  {
    room: 'islands',
    file: '`islands/`',
    may: ['base', 'browser', 'ui', 'domain', 'messages'],
    types: ['schema'],
    // katex, mermaid, uplot: drawn on demand in the browser, each in a file that no page loads by itself.
    packages: ['preact', '@preact/signals', 'katex', 'mermaid', 'uplot'],
    node: false,
    holds: 'Preact components hydrated in the browser',
    because: 'islands run in the browser: they talk to the server over HTTP and know schemas as types only',
  },
  {
    room: 'messages',
    file: '`messages.ts`',
    may: ['base'],
    packages: [],
    node: false,
    holds: 'Hebrew and English side by side',
    because: 'messages are words',
  },
  {
    room: 'routes',
    file: '`routes.ts`',
    may: ['base', 'platform/http', 'domain', 'schema', 'service', 'pages', 'problems', 'messages'],
    packages: [],
    typePackages: ['fastify'],
    node: false,
    holds: 'a Fastify plugin: method, path, `config.auth` (always stated), schema, one call, reply',
    because: 'a route is one call of a service and a reply',
  },
  {
    room: 'public',
    file: '`public.ts`',
    may: ['domain', 'service', 'problems'],
    packages: [],
    node: false,
    holds: 'the only door for other features',
    because: 'a door shows use-cases, never tables or pages',
  },
  {
    room: 'styles',
    file: '`styles.css`',
    may: [],
    packages: [],
    node: false,
    holds: 'the look of this feature, in its own cascade layer',
    because: 'style sheets import nothing',
  },
  {
    room: 'base',
    file: '`src/base`',
    may: [],
    // highlight.js: the file view, Markdown and notes all colour code, and no feature owns that.
    packages: ['zod', 'highlight.js'],
    node: false,
    holds: 'pure, runs in Node and in the browser: ids, time, text, messages',
    because: 'base stands on nothing',
  },
  {
    room: 'ui',
    file: '`src/ui`',
    may: ['base'],
    packages: ['preact', 'preact-render-to-string', '@preact/signals'],
    node: false,
    holds: 'server-rendered pieces shared by pages: layout, components, icons, styles',
    because: 'ui is shared by every feature and knows none',
  },
  {
    room: 'browser',
    file: '`src/browser`',
    may: ['base', 'ui', 'islands', 'styles'],
    packages: ['preact', '@preact/signals', '@codemirror/*', '@lezer/highlight', 'pyodide', '@astral-sh/*'],
    node: false,
    holds: 'the island kit: hydrate, API client, keyboard, toasts, save queue',
    because: 'this runs in the browser',
  },
  {
    room: 'platform',
    file: '`src/platform`',
    may: ['base', ...PLATFORM],
    packages: PLATFORM_PACKAGES,
    node: true,
    holds: 'Node-side machinery without product words: config, ctx, problem, http, db, events, jobs, metrics',
    because: 'the platform knows no feature and draws no page',
  },
  {
    room: 'platform/http',
    file: '`src/platform/http`',
    may: ['base', 'ui', ...PLATFORM],
    packages: [...PLATFORM_PACKAGES, 'preact'],
    node: true,
    holds: 'the server: guards, limits, headers, errors; answers with pages, so it knows the shared pieces of them',
    because: 'the platform knows no feature',
  },
  {
    room: 'cli',
    file: '`src/cli`',
    may: ['base', 'domain'],
    packages: ['zod'],
    node: true,
    holds: '`codeshelf-cli`: the API from a terminal, with the grammars that the browser has',
    because: 'the command line is a client: it knows the wire and the pure rules, nothing of the server',
  },
  {
    room: 'runner',
    file: '`src/runner`',
    may: ['base', 'platform', 'platform/crypto'],
    packages: [],
    node: true,
    holds: 'the sandbox runner process, deployable alone',
    because: 'the runner is deployed alone, without the product',
  },
  {
    room: 'app',
    file: '`src/app`',
    may: [
      ...(['base', 'ui', 'browser', 'runner'] as const),
      ...PLATFORM,
      ...(['routes', 'jobs', 'events', 'problems', 'service', 'public', 'pages', 'messages'] as const),
    ],
    packages: ['preact'],
    typePackages: ['fastify', 'pino'],
    node: true,
    holds: 'composition: the only code that knows every feature',
    because: 'composition wires features by their doors; queries stay in stores',
  },
  {
    room: 'main',
    file: '`src/main.ts`',
    may: ['base', 'platform', 'app', 'runner'],
    packages: [],
    node: true,
    holds: 'chooses a process and imports it lazily',
    because: 'main chooses a process and nothing else',
  },
]

/** Folders outside src that composition may start, lazily: `codeshelf seed`. */
export const OUTSIDE_FOR = { rooms: ['app', 'main'], folders: ['db/'] } as const

/** `as` switches the compiler off, so the places that may are few and named. A reason that no longer applies is refused. */
export const CASTS_ALLOWED: readonly { path: string; because: string }[] = [
  { path: 'src/base/ids.ts', because: 'branding a checked string is what this file is for' },
  { path: 'src/platform/', because: 'the edge to untyped outside things' },
  { path: 'src/browser/', because: 'the edge to the DOM' },
]

/** The clock and the dice are here; elsewhere they arrive in `ctx`. (`Date.now`, `process` and `fetch` are the linter's.) */
export const IMPURE_ALLOWED: readonly string[] = [
  'src/platform/',
  'src/cli/main.ts',
  'src/app/',
  'src/browser/',
  'src/runner/',
  'src/main.ts',
]

/** Parts of the platform without a row of their own follow the row of the platform. */
export function ruleFor(room: Room): Rule {
  const rule = rowFor(room) ?? (room.startsWith('platform/') ? rowFor('platform') : undefined)
  if (!rule) throw new Error(`No rule for the room ${room}`)
  return rule
}

function rowFor(room: Room): Rule | undefined {
  return RULES.find((rule) => rule.room === room)
}

/** The rows as ARCHITECTURE.md shows them. */
export function importTable(): string {
  const rows = RULES.map((rule) => `| ${rule.file} | ${allowed(rule)} | ${rule.holds} |`)
  return ['| file | may import | holds |', '|---|---|---|', ...rows].join('\n')
}

/** In words: what a room may import. */
export function allowed(rule: Rule): string {
  const foreign = rule.anyFeature ?? []
  const own = rule.may.filter((room) => !foreign.includes(room))
  const parts = [
    ...own,
    ...foreign.map((room) => (rule.may.includes(room) ? `any feature's ${room}` : `other features' ${room}`)),
    ...(rule.types ?? []).map((room) => `${room} as types only`),
    ...rule.packages.map((name) => `npm ${name}`),
    ...(rule.typePackages ?? []).map((name) => `npm ${name} as types only`),
    ...(rule.node ? ['node:*'] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : 'nothing'
}
