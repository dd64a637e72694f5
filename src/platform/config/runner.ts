import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type Environment, resolveFileVariables } from './environment.ts'
import { envDocs } from './env-docs.ts'
import { describeEnv } from './env.ts'

/** The runner's own configuration: it is deployed alone and has no database. */
export const RunnerEnv = z.object({
  RUNNER_SECRET: z.string().min(16).register(envDocs, {
    about: 'Secret that callers must send, at least 16 characters. Anybody who has it can run code here.',
    secret: true,
    example: 'at-least-sixteen-characters',
  }),
  RUNNER_ENGINE: z.enum(['gvisor', 'bubblewrap']).default('gvisor').register(envDocs, {
    about:
      'Sandbox around each program. With `gvisor` programs use the kernel of gVisor. `bubblewrap` is faster, but programs use the kernel of the host.',
  }),
  RUNNER_STATE: z.string().startsWith('/').default('/run/codeshelf-runner').register(envDocs, {
    about: 'Folder for the socket and for the files with which sandboxes are started.',
  }),
  RUNNER_LISTEN: z
    .string()
    .regex(/^(unix:\/.+|[\w.:-]+:\d+)$/, 'expected unix:/path or host:port')
    .optional()
    .register(envDocs, {
      about:
        '`unix:/path`, or `host:port` for callers on other machines. Default: the socket `runner.sock` in RUNNER_STATE.',
      example: 'unix:/run/codeshelf-runner/runner.sock',
    }),
  RUNNER_ROOT: z.string().startsWith('/').default('/var/lib/codeshelf/sandbox-root').register(envDocs, {
    about: 'Root file system that programs see. tools/sandbox-root.sh creates it.',
  }),
  RUNNER_RUNSC: z
    .string()
    .startsWith('/')
    .default('/usr/bin/runsc')
    .register(envDocs, { about: 'Path of the gVisor program.' }),
  RUNNER_UID: z.coerce.number().int().min(1).max(65_533).default(64_037).register(envDocs, {
    about: 'User id to which a runner started by root switches. No other program should use this id.',
  }),
  RUNNER_SLOTS: z.coerce.number().int().min(1).max(256).optional().register(envDocs, {
    about: 'Number of programs that run at the same time. Default: the number of cores.',
  }),
  RUNNER_WARM: z.coerce.number().int().min(0).max(256).optional().register(envDocs, {
    about: 'Number of sandboxes that are started in advance and paused until they are used. Default: RUNNER_SLOTS.',
  }),
  RUNNER_QUEUE: z.coerce.number().int().min(0).max(1000).default(16).register(envDocs, {
    about: 'Number of runs that may wait for a free slot. More are rejected.',
  }),
  RUNNER_QUEUE_SECONDS: z.coerce.number().min(0).default(30).register(envDocs, {
    about: 'Seconds that a run may wait for a free slot.',
  }),
  RUNNER_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
    .default('info')
    .register(envDocs, { about: 'Lowest severity that the runner logs.' }),
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

/** Only the runner's settings, with file contents instead of file names: the next process may not open the files. */
export function runnerEnvironment(environment: Environment): Environment {
  return resolveFileVariables(environment, describeEnv(RunnerEnv))
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
