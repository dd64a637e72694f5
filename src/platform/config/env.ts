import { z } from 'zod'

/** Words for the documentation table and `.env.example`; `secret` values may also be given as `<NAME>_FILE`. */
type Doc = { about: string; secret?: true; example?: string }
const docs = z.registry<Doc>()

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
  TRUST_PROXY: z
    .stringbool()
    .default(false)
    .register(docs, { about: 'Believe X-Forwarded-For: only behind a proxy of your own.' }),
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
  ADMIN_IDS: messengerIds().register(docs, {
    about: 'Messenger ids that become admin when they sign in.',
    example: '1001,1002',
  }),
  PREMIUM_IDS: messengerIds().register(docs, { about: 'Messenger ids that become premium when they sign in.' }),
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

export function describeEnv(): EnvDoc[] {
  return Object.entries(Env.shape).map(([name, schema]) => {
    const doc = docs.get(schema) ?? { about: '' }
    const empty = schema.safeParse(undefined)
    const fallback = empty.success ? printed(empty.data) : ''
    return { name, ...doc, fallback, required: !empty.success }
  })
}

function printed(value: unknown): string {
  if (value instanceof Set) return [...value].join(',')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
