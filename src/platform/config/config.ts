import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '../root.ts'
import { Env, describeEnv } from './env.ts'

export type Mode = 'development' | 'production' | 'test'

/** `off`: nobody can sign in with the widget, and the login page says so. */
export type MessengerSignIn =
  | { via: 'off' }
  | { via: 'messenger'; botToken: string; botName: string | null; widgetUrl: string }

export type Config = {
  mode: Mode
  http: { host: string; port: number; metricsPort: number; origin: string; trustProxy: boolean; limitFactor: number }
  database: { url: string; poolSize: number }
  redisUrl: string | null
  signIn: MessengerSignIn
  roles: { admins: ReadonlySet<string>; premium: ReadonlySet<string> }
  logLevel: string
  assetsDir: string
  shutdown: { graceSeconds: number; timeoutSeconds: number }
}

type Environment = Record<string, string | undefined>

/** Reads the environment once; every mistake is reported together. */
export function loadConfig(environment: Environment): Config {
  const parsed = Env.safeParse(withFiles(environment))
  if (!parsed.success) throw new Error(`Invalid environment\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  const signIn = messengerSignIn(env)
  if (env.NODE_ENV === 'production' && signIn.via === 'off') {
    throw new Error('Invalid environment\nMESSENGER_BOT_TOKEN: nobody could sign in without it')
  }
  return {
    mode: env.NODE_ENV,
    http: {
      host: env.HOST,
      port: env.PORT,
      metricsPort: env.METRICS_PORT,
      origin: new URL(env.BASE_URL).origin,
      trustProxy: env.TRUST_PROXY,
      limitFactor: env.RATE_LIMIT_FACTOR,
    },
    database: { url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE },
    redisUrl: env.REDIS_URL ?? null,
    signIn,
    roles: { admins: env.ADMIN_IDS, premium: env.PREMIUM_IDS },
    logLevel: env.LOG_LEVEL,
    assetsDir: resolve(projectRoot, env.ASSETS_DIR),
    shutdown: { graceSeconds: env.SHUTDOWN_GRACE_SECONDS, timeoutSeconds: env.SHUTDOWN_TIMEOUT_SECONDS },
  }
}

function messengerSignIn(env: z.output<typeof Env>): MessengerSignIn {
  if (env.MESSENGER_BOT_TOKEN === undefined) return { via: 'off' }
  return {
    via: 'messenger',
    botToken: env.MESSENGER_BOT_TOKEN,
    botName: env.MESSENGER_BOT_NAME ?? null,
    widgetUrl: env.MESSENGER_WIDGET_URL,
  }
}

/** `DATABASE_URL_FILE=/run/secrets/db` stands for the content of that file. Empty values count as not set. */
function withFiles(environment: Environment): Environment {
  const read: Environment = {}
  for (const { name } of describeEnv()) {
    const file = environment[`${name}_FILE`]
    const value = file ? readFileSync(file, 'utf8').trimEnd() : environment[name]
    if (value !== undefined && value !== '') read[name] = value
  }
  return read
}
