import { z } from 'zod'
import { type Doc, envDocs } from './env-docs.ts'
import { repoVariables } from './env-repos.ts'
import { signInVariables } from './env-sign-in.ts'

const seconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback)
const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)
/** A socket has 108 bytes, and a lock has this path after its own name. */
const MAX_SOCKET_PATH = 90

/** The whole configuration. Validation, `.env.example` and the table in docs/configuration.md all come from here. */
export const Env = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production').register(envDocs, {
    about:
      '`production`, `development` or `test`. In development anybody can sign in as a demo user, one of them an admin.',
  }),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:3000')
    .register(envDocs, {
      about:
        'Public address of the site. A browser may send changes only from the origin of this address. With https, the HSTS header is sent.',
      example: 'https://shelf.example.org',
    }),
  HOST: z.string().default('127.0.0.1').register(envDocs, { about: 'Network address to listen on.' }),
  PORT: port(3000).register(envDocs, { about: 'Port of the web process, of the push worker, and of a git node.' }),
  LISTEN_SOCKET: z.string().startsWith('/').max(MAX_SOCKET_PATH).optional().register(envDocs, {
    about:
      'Unix socket on which the web process listens instead of HOST and PORT, for a proxy on this machine. The group of the process may connect. Needs TRUST_PROXY, because a socket knows no addresses of clients.',
    example: '/run/codeshelf/web.sock',
  }),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional().register(envDocs, {
    about:
      'First port for Prometheus metrics, on HOST. Default: 9464 for web processes, 9474 for workers, 9484 for git nodes. Each process takes the first free port out of ten. `0` means any free port. Do not expose these ports to the internet.',
    example: '9464',
  }),
  RATE_LIMIT_FACTOR: z.coerce.number().min(1).default(1).register(envDocs, {
    about:
      'Multiplies every rate limit. Meant for browser tests and load tests, in which a few users send the requests of many.',
  }),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0).register(envDocs, {
    about: 'Number of your own reverse proxies. That many of the last entries in X-Forwarded-For are trusted.',
  }),
  DATABASE_URL: z.string().min(1).register(envDocs, {
    about: 'Connection URL of the PostgreSQL database, version 15 to 18.',
    secret: true,
    example: 'postgres://codeshelf@127.0.0.1:5432/codeshelf',
  }),
  DATABASE_DIRECT_URL: z.string().min(1).optional().register(envDocs, {
    about:
      'The same database without PgBouncer, for migrations and backups. Needed only if DATABASE_URL leads to PgBouncer.',
    secret: true,
    example: 'postgres://codeshelf@127.0.0.1:5432/codeshelf',
  }),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(10)
    .register(envDocs, { about: 'Maximum number of database connections of one process.' }),
  REDIS_URL: z.string().optional().register(envDocs, {
    about:
      'Redis server in which all web processes count rate limits together. Without it each process counts only its own requests.',
    secret: true,
    example: 'redis://127.0.0.1:6379',
  }),
  SOURCE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(envDocs, {
      about:
        'Where users get the source code of this installation; `/about` links to it. Default: the repository in package.json. If you run a changed version, the AGPL requires that this leads to your changes.',
      example: 'https://git.example.org/you/codeshelf',
    }),
  SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto|tel)$/ })
    .optional()
    .register(envDocs, {
      about:
        'Where to report a vulnerability of this installation: `mailto:`, `https:` or `tel:`. It is published in `/.well-known/security.txt` and on `/about`. Without it there is no such file.',
      example: 'mailto:security@example.org',
    }),
  ...signInVariables,
  RUNNERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((address) => address !== ''))
    .pipe(z.array(z.string().regex(/^(unix:\/|https?:\/\/)/, 'expected unix:/path or http://host:port')))
    .register(envDocs, {
      about:
        'Addresses of the runners, separated by commas: `unix:/path`, `http://host:port` or `https://host:port`. Without one, no code runs on the server.',
      example: 'unix:/run/codeshelf-runner/runner.sock',
    }),
  RUNNER_SECRET: z.string().min(16).optional().register(envDocs, {
    about:
      'Secret that the web process sends to the runners. Every runner needs the same one. At least 16 characters. Required with RUNNERS.',
    secret: true,
    example: 'at-least-sixteen-characters',
  }),
  VAPID_PUBLIC_KEY: z.string().optional().register(envDocs, {
    about:
      'Public VAPID key, which identifies this installation to push services. `codeshelf vapid` creates a key pair. Without it push notifications are off.',
  }),
  VAPID_PRIVATE_KEY: z.string().optional().register(envDocs, {
    about:
      'Private VAPID key. Needed by the process that sends push notifications: the worker and the web process, or the push worker.',
    secret: true,
  }),
  VAPID_SUBJECT: z.string().optional().register(envDocs, {
    about:
      'Contact address for push services: an https URL or a `mailto:` address with a real domain. Required with VAPID_PUBLIC_KEY. `auto` means BASE_URL, and push notifications are off while that is not an https address of a real domain.',
    example: 'mailto:shelf@example.org',
  }),
  PUSH_WORKER_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(envDocs, {
      about:
        'Address of a separate `codeshelf push-worker`, which holds the private key and sends all push notifications.',
    }),
  PUSH_WORKER_SECRET: z.string().min(16).optional().register(envDocs, {
    about:
      'Secret that is sent to the push worker, which needs the same one. At least 16 characters. Required with PUSH_WORKER_URL.',
    secret: true,
  }),
  PUSH_TEST_ENDPOINTS: z.stringbool().default(false).register(envDocs, {
    about: 'For tests only, rejected in production: allows push endpoints with plain http on loopback.',
  }),
  FILE_MAX_MIB: z.coerce.number().int().min(2).max(10).default(2).register(envDocs, {
    about:
      'Largest size of a file, in MiB, from 2 to 10. Files that are stored already stay readable when it is lowered. A request body may be 6.5 times as large, because JSON escapes characters, and a web process keeps three of them in memory: it needs about 60 MB more for each MiB.',
  }),
  SPOOL_DIR: z.string().default('var/spool').register(envDocs, {
    about:
      'Folder for uploads and imports while they are processed, up to 2 GiB each. Created with mode 0700. Put it on a disk: on a tmpfs every import uses memory.',
  }),
  ...repoVariables,
  GITHUB_TEST_API: z
    .url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ })
    .optional()
    .register(envDocs, {
      about:
        'For tests only, rejected in production: an address on loopback that stands in for `https://api.github.com`.',
    }),
  ALERTS_WEBHOOK_SECRET: z.string().min(16).optional().register(envDocs, {
    about: 'Bearer token of Alertmanager on /api/observability/alerts/webhook. Without it every alert is rejected.',
    secret: true,
    example: 'at-least-sixteen-characters',
  }),
  AI_PROVIDER: z.enum(['openai', 'anthropic']).optional().register(envDocs, {
    about:
      'API of the AI provider that explains alerts: `openai` (chat completions) or `anthropic` (messages). Without it, built-in rules explain them.',
    example: 'openai',
  }),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(envDocs, {
      about: 'Base URL of that API. Default: `https://api.openai.com/v1` or `https://api.anthropic.com`.',
      example: 'http://127.0.0.1:11434/v1',
    }),
  AI_MODEL: z
    .string()
    .min(1)
    .optional()
    .register(envDocs, { about: 'Name of the model. Required with AI_PROVIDER.', example: 'model-name' }),
  AI_API_KEY: z.string().min(1).optional().register(envDocs, {
    about: 'API key of the provider. A model on your own server may not need one.',
    secret: true,
  }),
  AI_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(120).default(20).register(envDocs, {
    about: 'Time limit of one explanation, in seconds. After it the built-in rules explain the alert.',
  }),
  JOBS_DISABLED: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((id) => id !== ''))
    .register(envDocs, { about: 'Ids of jobs that the worker must not run, separated by commas.' }),
  BACKUP_DIR: z.string().optional().register(envDocs, {
    about: 'Folder for the nightly backups and for the backups before a migration. Without it no backup is made.',
    example: '/var/backups/codeshelf',
  }),
  BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .default(7)
    .register(envDocs, { about: 'Number of backups to keep. Older ones are deleted.' }),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(2).register(envDocs, {
    about: 'Hour of the day, in UTC, at which the nightly backup is due.',
  }),
  PG_BIN: z.string().optional().register(envDocs, {
    about:
      'Folder of pg_dump and pg_restore, if they are not in /usr/lib/postgresql or PATH. They must not be older than the server.',
    example: '/usr/lib/postgresql/18/bin',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(envDocs, {
      about: 'Base URL of the trace collector (OTLP over HTTP). Without it tracing is off.',
      example: 'http://127.0.0.1:4318',
    }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    .default('info')
    .register(envDocs, { about: 'Lowest severity that is logged.' }),
  ASSETS_DIR: z.string().default('dist/client').register(envDocs, { about: 'Folder of the built browser files.' }),
  SHUTDOWN_GRACE_SECONDS: seconds(0).register(envDocs, {
    about:
      'Seconds to keep serving after SIGTERM while /readyz answers 503, so that the load balancer stops sending requests.',
  }),
  SHUTDOWN_TIMEOUT_SECONDS: seconds(8).register(envDocs, {
    about: 'Seconds after that for running requests to finish. Then the process ends without them, with SIGKILL.',
  }),
})

export type EnvDoc = Doc & { name: string; fallback: string; required: boolean }

export function describeEnv(schema: z.ZodObject = Env): EnvDoc[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const doc = envDocs.get(field) ?? { about: '' }
    const empty = z.safeParse(field, undefined)
    const fallback = empty.success ? printed(empty.data) : ''
    return { name, ...doc, fallback, required: !empty.success }
  })
}

function printed(value: unknown): string {
  if (value instanceof Set || Array.isArray(value)) return [...value].join(',')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
