import type { Layer } from './rooms.ts'

/** Pure libraries, which domain code may import. */
const PURE_PACKAGES = [
  'highlight.js',
  'markdown-it',
  'markdown-it-*',
  'hast-util-*',
  'parse5',
  'linguist-languages',
  'unist-util-visit',
  'yaml',
  'codeshelf-follow',
] as const

/** Libraries with side effects: one layer imports each, so that replacing one is a change in one layer. */
const PLATFORM_PACKAGES = [
  '@fastify/*',
  '@opentelemetry/*',
  '@modelcontextprotocol/server',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'fastify',
  'ioredis',
  'kysely',
  'modern-tar',
  'openid-client',
  'pg',
  'pino',
  'prom-client',
  're2js',
  'secure-json-parse',
  'web-push',
  'web-tree-sitter',
  'yauzl',
  'yazl',
  'zod',
] as const

export type Rule = {
  layer: Layer
  /** Its name in the table of ARCHITECTURE.md. */
  file: string
  /** Layers it may import. Its own layer (of its own feature) is always allowed. */
  may: readonly Layer[]
  /**
   * A feature's layers are private to that feature, except these, which features above it may import too. The check
   * for cycles decides who is above: of two features only one may import the other.
   */
  lower?: readonly (Layer | 'islands/parts')[]
  /** May be imported as types, which are erased at run time. */
  types?: readonly Layer[]
  packages: readonly string[]
  typePackages?: readonly string[]
  /** May import Node's built-in modules. */
  node: boolean
  holds: string
  /** The reason in the message of a violation. */
  because: string
}

const PLATFORM = [
  'platform',
  'platform/http',
  'platform/db',
  'platform/jobs',
  'platform/ctx',
  'platform/crypto',
] as const satisfies Layer[]

/** What may import what. Decision 0008 explains the rows of features; the others follow from them. */
export const RULES: readonly Rule[] = [
  {
    layer: 'domain',
    file: '*domain* (any other name)',
    may: ['base', 'domain'],
    lower: ['domain'],
    packages: PURE_PACKAGES,
    typePackages: ['hast'],
    node: false,
    holds: 'types, rules, limits, which docs/contract.md lists',
    because: 'domain is pure: no I/O, no clock',
  },
  {
    layer: 'schema',
    file: '`schema.ts`',
    may: ['base', 'domain'],
    lower: ['domain', 'schema'],
    packages: ['zod'],
    node: false,
    holds: 'request and reply schemas; the only place with snake_case field names',
    because: 'a schema describes the wire and nothing else',
  },
  {
    layer: 'store',
    file: '`store.ts`',
    may: ['base', 'platform/db', 'domain'],
    lower: ['domain'],
    packages: ['kysely'],
    node: false,
    holds: 'queries and nothing else; writes only its own tables; `user_id` leads every query',
    because: 'a store holds queries and nothing else',
  },
  {
    layer: 'problems',
    file: '`problems.ts`',
    may: ['base', 'platform', 'domain'],
    packages: [],
    node: false,
    holds: 'the expected errors of this feature, each with a code, a status and a message in both languages',
    because: 'problems are declarations',
  },
  {
    layer: 'events',
    file: '`events.ts`',
    may: ['base', 'platform', 'domain'],
    packages: [],
    node: false,
    holds: 'the events this feature can produce',
    because: 'events are declarations',
  },
  {
    layer: 'service',
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
    lower: ['public'],
    packages: ['codeshelf-follow'],
    node: false,
    holds: 'use-cases: order of checks, transactions, events',
    because: 'the clock, the dice and the database arrive in ctx, other features through their public.ts',
  },
  {
    layer: 'jobs',
    file: '`jobs.ts`',
    may: ['base', 'platform', 'platform/db', 'platform/jobs', 'domain', 'service', 'events'],
    packages: [],
    node: false,
    holds: 'background jobs for the worker, each with its interval',
    because: 'a job is a moment and a call of a use-case',
  },
  {
    layer: 'pages',
    file: '`pages/`',
    may: ['base', 'ui', 'domain', 'messages', 'islands'],
    lower: ['domain', 'messages', 'islands'],
    packages: ['preact'],
    node: false,
    holds: 'pure functions from props to HTML',
    because: 'pages never reach a service or a store; they may place islands',
  },
  {
    layer: 'islands',
    file: '`islands/`',
    may: ['base', 'browser', 'ui', 'domain', 'feature/browser', 'messages'],
    lower: ['domain', 'feature/browser', 'messages', 'islands/parts'],
    types: ['schema'],
    // katex, mermaid, uplot: rendered on demand in the browser, each in a chunk that no page loads by itself.
    packages: ['preact', '@preact/signals', 'katex', 'mermaid', 'uplot', 'codeshelf-follow'],
    node: false,
    holds: 'Preact components hydrated in the browser',
    because: 'islands run in the browser: they talk to the server over HTTP and know schemas as types only',
  },
  {
    layer: 'feature/browser',
    file: '`browser/` (*feature/browser*)',
    may: ['base', 'domain'],
    lower: ['domain', 'feature/browser'],
    packages: [],
    node: false,
    holds: 'pure rules that only islands use; closed to services, stores, routes, pages, schemas and the domain',
    because: 'browser/ holds pure rules of islands: no I/O, no clock, no element',
  },
  {
    layer: 'messages',
    file: '`messages.ts`',
    may: ['base'],
    packages: [],
    node: false,
    holds: 'Hebrew and English side by side',
    because: 'messages are words',
  },
  {
    layer: 'routes',
    file: '`routes.ts`',
    may: ['base', 'platform/http', 'domain', 'schema', 'service', 'pages', 'problems', 'messages'],
    lower: ['domain', 'schema', 'problems'],
    packages: [],
    typePackages: ['fastify'],
    node: false,
    holds:
      'a Fastify plugin: method, path, `config.auth` (always stated), schema with the sentence of the API docs, one call, reply',
    because: 'a route is one call of a service and a reply',
  },
  {
    layer: 'public',
    file: '`public.ts`',
    may: ['domain', 'service', 'problems'],
    packages: [],
    node: false,
    holds: 'the functions that services of other features may call',
    because: 'a door shows use-cases, never tables or pages',
  },
  {
    layer: 'styles',
    file: '`styles.css`',
    may: [],
    packages: [],
    node: false,
    holds: 'the look of this feature, in its own cascade layer',
    because: 'style sheets import nothing',
  },
  {
    layer: 'base',
    file: '`src/base`',
    may: [],
    // highlight.js: the file view, Markdown and notes all colour code, and no feature owns that.
    packages: ['zod', 'highlight.js', 'bidi-js', 'codeshelf-follow'],
    node: false,
    holds: 'pure, runs in Node and in the browser: ids, time, text, messages',
    because: 'base stands on nothing',
  },
  {
    layer: 'packages/follow',
    file: '`packages/follow/src`',
    may: [],
    packages: [],
    node: false,
    holds:
      'the engine that follows lines of code, published as npm `codeshelf-follow`; the application imports it by that name only',
    because: 'the package is used without Codeshelf: it has no dependencies and no I/O',
  },
  {
    layer: 'ui',
    file: '`src/ui`',
    may: ['base'],
    packages: ['preact', 'preact-render-to-string', '@preact/signals'],
    node: false,
    holds: 'server-rendered pieces shared by pages: layout, components, icons, styles',
    because: 'ui is shared by every feature and knows none',
  },
  {
    layer: 'browser',
    file: '`src/browser`',
    may: ['base', 'ui', 'islands', 'styles'],
    packages: [
      'preact',
      '@preact/signals',
      '@simplewebauthn/browser',
      '@codemirror/*',
      '@lezer/highlight',
      'pyodide',
      '@astral-sh/*',
    ],
    node: false,
    holds: 'the island kit: hydrate, API client, keyboard, toasts, save queue',
    because: 'this runs in the browser',
  },
  {
    layer: 'platform',
    file: '`src/platform`',
    may: ['base', ...PLATFORM],
    packages: PLATFORM_PACKAGES,
    node: true,
    holds: 'server code that knows no feature: config, ctx, problem, db, events, jobs, metrics',
    because: 'the platform knows no feature and draws no page',
  },
  {
    layer: 'platform/http',
    file: '`src/platform/http`',
    may: ['base', 'ui', ...PLATFORM],
    packages: [...PLATFORM_PACKAGES, 'preact'],
    node: true,
    holds: 'the HTTP server: authentication, limits, headers, errors; renders error pages, so it may import ui',
    because: 'the platform knows no feature',
  },
  {
    layer: 'cli',
    file: '`src/cli`',
    may: ['base', 'domain'],
    packages: ['zod'],
    node: true,
    holds: '`codeshelf-cli`: the API from a terminal',
    because: 'the command line is a client: it knows the wire and the pure rules, nothing of the server',
  },
  {
    layer: 'runner',
    file: '`src/runner`',
    may: ['base', 'platform', 'platform/crypto'],
    packages: [],
    node: true,
    holds: 'the sandbox runner process, which can run on another machine',
    because: 'the runner is deployed alone, without the product',
  },
  {
    layer: 'app',
    file: '`src/app`',
    may: [
      ...(['base', 'ui', 'browser', 'runner'] as const),
      ...PLATFORM,
      ...(['routes', 'jobs', 'events', 'problems', 'schema', 'service', 'public', 'pages', 'messages'] as const),
    ],
    packages: ['preact'],
    typePackages: ['fastify', 'pino'],
    node: true,
    holds: 'start-up of every process; the only code that imports every feature',
    because: 'composition wires features by their doors; queries stay in stores',
  },
  {
    layer: 'main',
    file: '`src/main.ts`',
    may: ['base', 'platform', 'app', 'runner'],
    packages: [],
    node: true,
    holds: 'chooses a process and imports it lazily',
    because: 'main chooses a process and nothing else',
  },
]

/** Folders outside src that composition may start, lazily: `codeshelf seed`. */
export const OUTSIDE_FOR = { layers: ['app', 'main'], folders: ['db/'] } as const

/** `as` bypasses the compiler, so the files that may use it are few and named. A permission that is not needed is rejected. */
export const CASTS_ALLOWED: readonly { path: string; because: string }[] = [
  { path: 'src/base/ids.ts', because: 'branding a checked string is what this file is for' },
  { path: 'src/platform/', because: 'the edge to untyped outside things' },
  { path: 'src/browser/', because: 'the edge to the DOM' },
]

/** Clock and randomness are allowed here; elsewhere they come from `ctx`. (The linter checks `Date.now`, `process` and `fetch`.) */
export const IMPURE_ALLOWED: readonly string[] = [
  'src/platform/',
  'src/cli/main.ts',
  'src/app/',
  'src/browser/',
  'src/runner/',
  'src/main.ts',
]

/** Parts of the platform without a row of their own follow the row of the platform. */
export function ruleFor(layer: Layer): Rule {
  const rule = rowFor(layer) ?? (layer.startsWith('platform/') ? rowFor('platform') : undefined)
  if (!rule) throw new Error(`No rule for the layer ${layer}`)
  return rule
}

function rowFor(layer: Layer): Rule | undefined {
  return RULES.find((rule) => rule.layer === layer)
}

/** The rows as ARCHITECTURE.md displays them. */
export function importTable(): string {
  const rows = RULES.map((rule) => `| ${rule.file} | ${allowed(rule)} | ${rule.holds} |`)
  return ['| file | may import | holds |', '|---|---|---|', ...rows].join('\n')
}

/** In words: what a layer may import. */
export function allowed(rule: Rule): string {
  const parts = [
    ...rule.may,
    ...(rule.lower ?? []).map((layer) => `lower features' ${layer}`),
    ...(rule.types ?? []).map((layer) => `${layer} as types only`),
    ...rule.packages.map((name) => `npm ${name}`),
    ...(rule.typePackages ?? []).map((name) => `npm ${name} as types only`),
    ...(rule.node ? ['node:*'] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : 'nothing'
}
