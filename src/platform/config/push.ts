import { z } from 'zod'
import { type VapidKeys, findVapidError, isVapidSubject } from '../push/vapid.ts'
import { type Environment, resolveFileVariables } from './environment.ts'
import { Env } from './env.ts'

/** `local` without a private key can hand out the public key, and fails with the reason when it should send. */
export type PushRoute =
  | { via: 'off' }
  | { via: 'local'; keys: VapidKeys; privateKey: string | null }
  | { via: 'worker'; keys: VapidKeys; url: string; secret: string }

type PushEnv = Pick<
  z.output<typeof Env>,
  'NODE_ENV' | 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'PUSH_WORKER_SECRET' | 'PUSH_TEST_ENDPOINTS'
> & { PUSH_WORKER_URL?: string | undefined; BASE_URL?: string | undefined }

/** A key pair that does not match, or an unreachable subject, fails at start-up with the name of the setting. */
export function pushRoute(env: PushEnv): PushRoute {
  if (env.PUSH_TEST_ENDPOINTS && env.NODE_ENV === 'production') throw refuse('PUSH_TEST_ENDPOINTS', 'not in production')
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if (publicKey === undefined) {
    if (privateKey !== undefined) throw refuse('VAPID_PUBLIC_KEY', 'missing beside VAPID_PRIVATE_KEY')
    return { via: 'off' }
  }
  // Packages make the keys at the first start, when the installation may not have an address that push services accept.
  const isAutomatic = env.VAPID_SUBJECT === 'auto'
  const subject = (isAutomatic ? env.BASE_URL : env.VAPID_SUBJECT) ?? ''
  if (isAutomatic && !isVapidSubject(subject)) return { via: 'off' }
  const mistake = findVapidError({ publicKey, privateKey: privateKey ?? null, subject })
  if (mistake) throw refuse(mistake.name, mistake.why)
  const keys = { publicKey, subject }
  if (env.PUSH_WORKER_URL === undefined) return { via: 'local', keys, privateKey: privateKey ?? null }
  if (env.PUSH_WORKER_SECRET === undefined) throw refuse('PUSH_WORKER_SECRET', 'needed with PUSH_WORKER_URL')
  return { via: 'worker', keys, url: env.PUSH_WORKER_URL, secret: env.PUSH_WORKER_SECRET }
}

function refuse(name: string, why: string): Error {
  return new Error(`Invalid environment\n${name}: ${why}`)
}

/** Configuration of the separate push worker, which has no database. */
const PushWorkerEnv = Env.pick({
  NODE_ENV: true,
  HOST: true,
  PORT: true,
  LOG_LEVEL: true,
  VAPID_PUBLIC_KEY: true,
  VAPID_PRIVATE_KEY: true,
  VAPID_SUBJECT: true,
  PUSH_TEST_ENDPOINTS: true,
}).extend({ PUSH_WORKER_SECRET: Env.shape.PUSH_WORKER_SECRET.unwrap() })

export type PushWorkerConfig = {
  host: string
  port: number
  logLevel: string
  secret: string
  push: PushRoute & { testEndpoints: boolean }
}

export function loadPushWorkerConfig(environment: Environment): PushWorkerConfig {
  const parsed = PushWorkerEnv.safeParse(resolveFileVariables(environment))
  if (!parsed.success) throw new Error(`Invalid environment\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  const push = pushRoute(env)
  if (push.via === 'off') throw refuse('VAPID_PUBLIC_KEY', 'a push worker without keys has nothing to do')
  if (push.via === 'local' && push.privateKey === null) throw refuse('VAPID_PRIVATE_KEY', 'needed to send')
  return {
    host: env.HOST,
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    secret: env.PUSH_WORKER_SECRET,
    push: { ...push, testEndpoints: env.PUSH_TEST_ENDPOINTS },
  }
}
