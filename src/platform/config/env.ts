import { z } from 'zod'

/** Words for the documentation table and `.env.example`; `secret` values may also be given as `<NAME>_FILE`. */
type Doc = { about: string; secret?: true; example?: string }
export const docs = z.registry<Doc>()

const seconds = (fallback: number) => z.coerce.number().int().min(0).default(fallback)
const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback)
/** A schema of its own for each setting: the words are kept by schema, and a shared one would have only the last. */
const messengerIds = () =>
  z
    .string()
    .regex(/^\d*(,\d+)*$/, 'expected numbers separated by commas')
    .default('')
    .transform((list) => new Set(list.split(',').filter((id) => id !== '')))

/** The whole configuration. Validation, `.env.example` and the table in docs/configuration.md all come from here. */
export const Env = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('production')
    .register(docs, { about: 'In development the sign-in page offers demo users.' }),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:3000')
    .register(docs, {
      about: 'Address people type. Its origin is the only one that may send changes.',
      example: 'https://shelf.example.org',
    }),
  HOST: z.string().default('127.0.0.1').register(docs, { about: 'Address to listen on.' }),
  PORT: port(3000).register(docs, { about: 'Port of the web process.' }),
  METRICS_PORT: port(9464).register(docs, {
    about: 'Port of Prometheus metrics, on HOST, never public. 0 chooses a free one.',
  }),
  RATE_LIMIT_FACTOR: z.coerce.number().min(1).default(1).register(docs, {
    about: 'Multiplies every rate limit: for journeys and load tests, where a few people do the work of many.',
  }),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0).register(docs, {
    about: 'How many proxies of your own stand in front: so many last entries of X-Forwarded-For are believed.',
  }),
  DATABASE_URL: z.string().min(1).register(docs, {
    about: 'PostgreSQL 15 to 18.',
    secret: true,
    example: 'postgres://codeshelf@127.0.0.1:5432/codeshelf',
  }),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(200)
    .default(10)
    .register(docs, { about: 'Connections of one process.' }),
  REDIS_URL: z.string().optional().register(docs, {
    about: 'Rate limits shared by several web processes. Without it each process counts alone.',
    secret: true,
    example: 'redis://127.0.0.1:6379',
  }),
  MESSENGER_BOT_TOKEN: z.string().min(1).optional().register(docs, {
    about: 'Secret of the bot whose widget signs people in. Without it the widget is off.',
    secret: true,
    example: '123456:token-from-the-messenger',
  }),
  MESSENGER_BOT_NAME: z
    .string()
    .regex(/^\w+$/)
    .optional()
    .register(docs, { about: 'Name of that bot, shown by the widget.', example: 'my_shelf_bot' }),
  MESSENGER_WIDGET_URL: z
    .url({ protocol: /^https$/ })
    .default('https://telegram.org/js/telegram-widget.js?22')
    .register(docs, { about: 'Script of the login widget.' }),
  MESSENGER_BOT_SIGN_IN: z.stringbool().default(false).register(docs, {
    about:
      'Whether the worker listens to the bot, which then signs people in by a link (for browsers that block the widget). Nothing else may read the messages of that bot.',
  }),
  MESSENGER_API_URL: z
    .url()
    .default('https://api.telegram.org')
    .register(docs, { about: 'Interface of the messenger for bots.' }),
  MESSENGER_LINK_URL: z
    .url()
    .default('https://t.me')
    .register(docs, { about: 'Where a chat with the bot opens; its name is appended.' }),
  ADMIN_IDS: messengerIds().register(docs, {
    about: 'Messenger ids that become admin when they sign in.',
    example: '1001,1002',
  }),
  PREMIUM_IDS: messengerIds().register(docs, { about: 'Messenger ids that become premium when they sign in.' }),
  RUNNERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((address) => address !== ''))
    .pipe(z.array(z.string().regex(/^(unix:\/|https?:\/\/)/, 'expected unix:/path or http://host:port')))
    .register(docs, {
      about:
        'Where runners listen, separated by commas: `unix:/path` or `http://host:port`. Without one, code is not run.',
      example: 'unix:/run/codeshelf-runner/runner.sock',
    }),
  RUNNER_SECRET: z.string().min(16).optional().register(docs, {
    about: 'What the web process shows to runners; the same as theirs.',
    secret: true,
    example: 'at-least-sixteen-characters',
  }),
  VAPID_PUBLIC_KEY: z.string().optional().register(docs, {
    about: 'Names this installation to push services; `codeshelf vapid` makes a pair. Without it push is off.',
  }),
  VAPID_PRIVATE_KEY: z.string().optional().register(docs, {
    about: 'The other half of the pair. Needed by the process that sends.',
    secret: true,
  }),
  VAPID_SUBJECT: z.string().optional().register(docs, {
    about: 'Whom a push service may write to about our pushes: an https address or `mailto:`, of a real domain.',
    example: 'mailto:shelf@example.org',
  }),
  PUSH_WORKER_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(docs, {
      about: 'A separate `codeshelf push-worker` that sends instead of us, and holds the private key.',
    }),
  PUSH_WORKER_SECRET: z.string().min(16).optional().register(docs, {
    about: 'What is shown to that worker; the same as its own.',
    secret: true,
  }),
  PUSH_TEST_ENDPOINTS: z
    .stringbool()
    .default(false)
    .register(docs, { about: 'Tests only, refused in production: push endpoints may be plain http on loopback.' }),
  MIRRORS_DIR: z.string().default('var/mirrors').register(docs, {
    about: 'Folder of mirrored repositories. Web and worker processes of one installation need the same one.',
  }),
  REPO_HOSTS: z
    .string()
    .default('github.com,gitlab.com,codeberg.org')
    .transform((list) => list.split(',').filter((host) => host !== ''))
    .register(docs, { about: 'Hosts whose repositories may be mirrored, over https, separated by commas.' }),
  REPO_MAX_MB: z.coerce.number().int().min(1).default(1024).register(docs, {
    about: 'Largest mirror of one repository, with its history.',
  }),
  REPO_MAX_FILES: z.coerce.number().int().min(1).default(200_000).register(docs, {
    about: 'Most files of one repository.',
  }),
  REPO_SYNC_SECONDS: z.coerce.number().int().min(1).default(900).register(docs, {
    about: 'How long one sync may take before it is cut off.',
  }),
  REPO_SYNC_HOURS: z.coerce.number().min(0.01).default(6).register(docs, {
    about: 'How often mirrors are brought up to date by themselves.',
  }),
  REPOS_UPLOAD: z.enum(['on', 'off']).default('off').register(docs, {
    about: 'Whether people may send a file back to its repository, with a token of that host that is not kept.',
  }),
  REPO_TEST_HOSTS: z
    .stringbool()
    .default(false)
    .register(docs, { about: 'Tests only, refused in production: repositories may be plain http on loopback.' }),
  ALERTS_WEBHOOK_SECRET: z.string().min(16).optional().register(docs, {
    about:
      'What Alertmanager shows as a bearer token when it posts alerts to /api/observability/alerts/webhook. Without it no alert is accepted.',
    secret: true,
    example: 'at-least-sixteen-characters',
  }),
  AI_PROVIDER: z.enum(['openai', 'anthropic']).optional().register(docs, {
    about:
      'Whose protocol the endpoint speaks that explains alerts: `openai` (chat completions) or `anthropic` (messages). Without it they are explained by rules.',
    example: 'openai',
  }),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(docs, {
      about: "Where it is, without the last part of the path; the provider's own address unless said.",
      example: 'http://127.0.0.1:11434/v1',
    }),
  AI_MODEL: z.string().min(1).optional().register(docs, { about: 'Which model is asked.', example: 'model-name' }),
  AI_API_KEY: z.string().min(1).optional().register(docs, {
    about: 'What is shown to it. A model of your own may need none.',
    secret: true,
  }),
  AI_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(120).default(20).register(docs, {
    about: 'How long an explanation may take before the rules answer instead.',
  }),
  JOBS_DISABLED: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((id) => id !== ''))
    .register(docs, { about: 'Ids of jobs that this installation does not want, separated by commas.' }),
  BACKUP_DIR: z.string().optional().register(docs, {
    about: 'Folder of the nightly backups and of those before a migration. Without it none is made.',
    example: '/var/backups/codeshelf',
  }),
  BACKUP_KEEP: z.coerce.number().int().min(1).default(7).register(docs, { about: 'So many of the newest are kept.' }),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(2).register(docs, {
    about: 'Hour of the day, in UTC, from which the nightly backup is made.',
  }),
  PG_BIN: z.string().optional().register(docs, {
    about: "Folder of pg_dump and pg_restore, where they are not found by themselves. At least the server's version.",
    example: '/usr/lib/postgresql/18/bin',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(docs, {
      about: 'Where traces are sent, as OTLP over HTTP. Without it tracing is off and not even loaded.',
      example: 'http://127.0.0.1:4318',
    }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    .default('info')
    .register(docs, { about: 'Least severe line that is logged.' }),
  ASSETS_DIR: z.string().default('dist/client').register(docs, { about: 'Folder of the built browser files.' }),
  SHUTDOWN_GRACE_SECONDS: seconds(0).register(docs, {
    about: 'How long to go on serving after SIGTERM with /readyz at 503, until the load balancer has noticed.',
  }),
  SHUTDOWN_TIMEOUT_SECONDS: seconds(25).register(docs, {
    about: 'How long requests in flight may take to finish after that.',
  }),
})

export type EnvDoc = Doc & { name: string; fallback: string; required: boolean }

export function describeEnv(schema: z.ZodObject = Env): EnvDoc[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const doc = docs.get(field) ?? { about: '' }
    const empty = z.safeParse(field, undefined)
    const fallback = empty.success ? printed(empty.data) : ''
    return { name, ...doc, fallback, required: !empty.success }
  })
}

function printed(value: unknown): string {
  if (value instanceof Set || Array.isArray(value)) return [...value].join(',')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
