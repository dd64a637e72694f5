import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type Environment, withFiles } from './environment.ts'
import { describeEnv, docs } from './env.ts'

/** The runner's own configuration: it is deployed alone, and knows no database. */
export const RunnerEnv = z.object({
  RUNNER_SECRET: z.string().min(16).register(docs, {
    about: 'What callers must show. Anybody who has it can run code here.',
    secret: true,
    example: 'at-least-sixteen-characters',
  }),
  RUNNER_ENGINE: z.enum(['gvisor', 'bubblewrap']).default('gvisor').register(docs, {
    about:
      'The wall. `bubblewrap` is faster and shares the kernel of the host with strangers; it is never chosen by itself.',
  }),
  RUNNER_STATE: z.string().startsWith('/').default('/run/codeshelf-runner').register(docs, {
    about: 'Folder for the socket and for what sandboxes are started with.',
  }),
  RUNNER_LISTEN: z
    .string()
    .regex(/^(unix:\/.+|[\w.:-]+:\d+)$/, 'expected unix:/path or host:port')
    .optional()
    .register(docs, {
      about: '`unix:/path` (default: `runner.sock` in RUNNER_STATE), or `host:port` for callers on other machines.',
      example: 'unix:/run/codeshelf-runner/runner.sock',
    }),
  RUNNER_ROOT: z.string().startsWith('/').default('/var/lib/codeshelf/sandbox-root').register(docs, {
    about: 'The root file system that programs see, made by tools/sandbox-root.sh.',
  }),
  RUNNER_RUNSC: z
    .string()
    .startsWith('/')
    .default('/usr/bin/runsc')
    .register(docs, { about: 'The program of gVisor.' }),
  RUNNER_UID: z.coerce.number().int().min(1).max(65_533).default(64_037).register(docs, {
    about: 'Who a runner that was started by root becomes. Nobody else should be that user.',
  }),
  RUNNER_SLOTS: z.coerce.number().int().min(1).max(256).optional().register(docs, {
    about: 'Programs at a time; as many as there are cores unless said.',
  }),
  RUNNER_WARM: z.coerce.number().int().min(0).max(256).optional().register(docs, {
    about: 'Sandboxes started ahead, frozen until they are used; as many as slots unless said.',
  }),
  RUNNER_QUEUE: z.coerce.number().int().min(0).max(1000).default(16).register(docs, {
    about: 'Runs that may wait for a slot; more are refused.',
  }),
  RUNNER_QUEUE_SECONDS: z.coerce.number().min(0).default(30).register(docs, {
    about: 'How long one may wait.',
  }),
  RUNNER_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    .default('info')
    .register(docs, { about: 'Least severe line that the runner logs.' }),
})

export type EngineName = z.output<typeof RunnerEnv>['RUNNER_ENGINE']

export type RunnerConfig = {
  secret: string
  engine: EngineName
  state: string
  /** A path or a port: what `server.listen` takes. */
  listen: { path: string } | { host: string; port: number }
  root: string
  runsc: string
  uid: number
  slots: number
  warm: number
  queue: { max: number; seconds: number }
  logLevel: string
}

/** Only what the runner reads, with the content of files in the place of their names: who reads it next may not open them. */
export function runnerEnvironment(environment: Environment): Environment {
  return withFiles(environment, describeEnv(RunnerEnv))
}

export function loadRunnerConfig(environment: Environment): RunnerConfig {
  const parsed = RunnerEnv.safeParse(runnerEnvironment(environment))
  if (!parsed.success) throw new Error(`Invalid environment\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  const slots = env.RUNNER_SLOTS ?? availableParallelism()
  return {
    secret: env.RUNNER_SECRET,
    engine: env.RUNNER_ENGINE,
    state: env.RUNNER_STATE,
    listen: listenOn(env.RUNNER_LISTEN ?? `unix:${join(env.RUNNER_STATE, 'runner.sock')}`),
    root: env.RUNNER_ROOT,
    runsc: env.RUNNER_RUNSC,
    uid: env.RUNNER_UID,
    slots,
    warm: env.RUNNER_WARM ?? slots,
    queue: { max: env.RUNNER_QUEUE, seconds: env.RUNNER_QUEUE_SECONDS },
    logLevel: env.RUNNER_LOG_LEVEL,
  }
}

function listenOn(address: string): RunnerConfig['listen'] {
  if (address.startsWith('unix:')) return { path: address.slice('unix:'.length) }
  const at = address.lastIndexOf(':')
  return { host: address.slice(0, at), port: Number(address.slice(at + 1)) }
}
