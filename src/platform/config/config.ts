import { resolve } from 'node:path'
import { z } from 'zod'
import { readPackageInfo } from '../package-info.ts'
import { projectRoot } from '../project-root.ts'
import { type AiSettings, aiSettings } from './ai.ts'
import { type BackupSettings, backupSettings } from './backup.ts'
import { Env } from './env.ts'
import { type Environment, resolveFileVariables } from './environment.ts'
import { type AlertSettings, alertSettings } from './alerts.ts'
import { type OidcProvider, oidcProviders } from './oidc.ts'
import { type PushRoute, pushRoute } from './push.ts'
import { type CodeIndexSettings, codeIndexSettings, type RepoLimits, repoLimits } from './repos.ts'

export type Mode = 'development' | 'production' | 'test'

/** API base URL of the bot, when it signs users in as well. */
export type BotChat = { apiUrl: string; link: string }

/** `off`: signing in with the widget is disabled, and the login page displays that. */
export type MessengerSignIn =
  | { via: 'off' }
  | {
      via: 'messenger'
      botToken: string
      botName: string | null
      widgetUrl: string
      bot: BotChat | null
      createsAccounts: boolean
    }

/** What `/about` and security.txt say. */
export type AboutSettings = { version: string; sourceUrl: string; securityContact: string | null }

export type Config = {
  mode: Mode
  http: {
    host: string
    port: number
    /** A Unix socket, instead of the host and the port. */
    socket: string | null
    /** Null: the default of the kind of process. */
    metricsPort: number | null
    origin: string
    trustedProxies: number
    limitFactor: number
  }
  about: AboutSettings
  /** `directUrl`: past PgBouncer, for migrations and backups. */
  database: { url: string; directUrl: string; poolSize: number }
  redisUrl: string | null
  signIn: MessengerSignIn
  /** Who may make an account. */
  registration: 'closed' | 'invitation' | 'open'
  passwords: boolean
  /** OpenID Connect providers. Empty: users sign in otherwise. */
  oidc: readonly OidcProvider[]
  roles: { admins: ReadonlySet<string>; premium: ReadonlySet<string> }
  /** Empty: code is not run. */
  runners: { addresses: readonly string[]; secret: string }
  push: PushRoute & { testEndpoints: boolean }
  repos: RepoLimits
  /** Null: `git grep` searches repositories. */
  codeIndex: CodeIndexSettings | null
  /** Null: all processes share one disk of mirrors. `own`: the address of the git node on this disk. */
  gitNodes: { secret: string; own: string | null } | null
  /** The largest size of a file. */
  maxFileBytes: number
  spoolDir: string
  /** Where people's gists are read. */
  gitHubApi: string
  alerts: AlertSettings
  ai: AiSettings
  jobsDisabled: readonly string[]
  backup: BackupSettings
  /** Null: no traces. */
  traceUrl: string | null
  logLevel: string
  assetsDir: string
  shutdown: { graceSeconds: number; timeoutSeconds: number }
}

/** Reads the environment once; every mistake is reported together. */
export function loadConfig(environment: Environment): Config {
  const parsed = Env.safeParse(resolveFileVariables(environment))
  if (!parsed.success) throw new Error(`Invalid environment\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  return {
    mode: env.NODE_ENV,
    http: httpSettings(env),
    about: aboutSettings(env),
    database: databaseSettings(env),
    redisUrl: env.REDIS_URL ?? null,
    signIn: messengerSignIn(env),
    registration: env.REGISTRATION,
    passwords: env.PASSWORDS === 'on',
    oidc: oidcProviders(env),
    roles: { admins: env.ADMIN_IDS, premium: env.PREMIUM_IDS },
    runners: runners(env),
    push: { ...pushRoute(env), testEndpoints: env.PUSH_TEST_ENDPOINTS },
    repos: repoLimits(env),
    codeIndex: codeIndexSettings(env),
    gitNodes: gitNodes(env),
    maxFileBytes: env.FILE_MAX_MIB * 1024 * 1024,
    spoolDir: resolve(projectRoot, env.SPOOL_DIR),
    gitHubApi: gitHubApi(env),
    alerts: alertSettings(env),
    ai: aiSettings(env),
    jobsDisabled: env.JOBS_DISABLED,
    backup: backupSettings(env),
    traceUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: env.LOG_LEVEL,
    assetsDir: resolve(projectRoot, env.ASSETS_DIR),
    shutdown: { graceSeconds: env.SHUTDOWN_GRACE_SECONDS, timeoutSeconds: env.SHUTDOWN_TIMEOUT_SECONDS },
  }
}

function httpSettings(env: z.output<typeof Env>): Config['http'] {
  const { LISTEN_SOCKET: socket = null, TRUST_PROXY: trustedProxies } = env
  if (socket !== null && trustedProxies === 0)
    throw new Error(
      'Invalid environment\nTRUST_PROXY: at least 1 with LISTEN_SOCKET, or all people share the rate limits',
    )
  return {
    host: env.HOST,
    port: env.PORT,
    socket,
    metricsPort: env.METRICS_PORT ?? null,
    origin: new URL(env.BASE_URL).origin,
    trustedProxies,
    limitFactor: env.RATE_LIMIT_FACTOR,
  }
}

function gitNodes({ GIT_NODE_SECRET: secret, GIT_NODE_URL: own }: z.output<typeof Env>): Config['gitNodes'] {
  return secret === undefined ? null : { secret, own: own ?? null }
}

function messengerSignIn(env: z.output<typeof Env>): MessengerSignIn {
  if (env.MESSENGER_BOT_TOKEN === undefined) {
    if (env.NODE_ENV === 'production' && env.MESSENGER_BOT_NAME !== undefined)
      throw new Error('Invalid environment\nMESSENGER_BOT_TOKEN: required with MESSENGER_BOT_NAME')
    return { via: 'off' }
  }
  if (env.NODE_ENV === 'production' && env.MESSENGER_BOT_NAME === undefined)
    throw new Error('Invalid environment\nMESSENGER_BOT_NAME: without it the login page has no sign-in button')
  return {
    via: 'messenger',
    botToken: env.MESSENGER_BOT_TOKEN,
    botName: env.MESSENGER_BOT_NAME ?? null,
    widgetUrl: env.MESSENGER_WIDGET_URL,
    bot: botChat(env),
    createsAccounts: env.MESSENGER_ACCOUNTS === 'create' && env.REGISTRATION !== 'closed',
  }
}

function botChat(env: z.output<typeof Env>): BotChat | null {
  if (!env.MESSENGER_BOT_SIGN_IN) return null
  if (env.MESSENGER_BOT_NAME === undefined)
    throw new Error(
      'Invalid environment\nMESSENGER_BOT_NAME: required, so that users can open the bot that signs them in',
    )
  return { apiUrl: env.MESSENGER_API_URL, link: `${env.MESSENGER_LINK_URL}/${env.MESSENGER_BOT_NAME}` }
}

function aboutSettings(env: z.output<typeof Env>): AboutSettings {
  const { version, repositoryUrl } = readPackageInfo()
  return { version, sourceUrl: env.SOURCE_URL ?? repositoryUrl, securityContact: env.SECURITY_CONTACT ?? null }
}

function gitHubApi({ GITHUB_TEST_API: stand, NODE_ENV: mode }: z.output<typeof Env>): string {
  if (stand !== undefined && mode === 'production')
    throw new Error('Invalid environment\nGITHUB_TEST_API: not allowed in production')
  return stand?.replace(/\/+$/, '') ?? 'https://api.github.com'
}

function databaseSettings(env: z.output<typeof Env>): Config['database'] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url, DATABASE_POOL_SIZE: poolSize } = env
  return { url, directUrl, poolSize }
}

function runners(env: z.output<typeof Env>): Config['runners'] {
  if (env.RUNNERS.length > 0 && env.RUNNER_SECRET === undefined) {
    throw new Error('Invalid environment\nRUNNER_SECRET: required, because runners reject requests without it')
  }
  return { addresses: env.RUNNERS, secret: env.RUNNER_SECRET ?? '' }
}
