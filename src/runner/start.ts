import { chmodSync, existsSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { RunnerConfig } from '#platform/config/runner.ts'
import { openGroups } from './cgroups/prepare.ts'
import { bubblewrapEngine } from './engines/bubblewrap.ts'
import { gvisorEngine } from './engines/gvisor.ts'
import { createPool } from './pool.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { testWall } from './self-test.ts'
import { createRunnerServer } from './server.ts'

type Log = { info: (fields: object, line: string) => void; error: (fields: object, line: string) => void }

export type Runner = {
  /** Accepts no new runs, lets running ones finish, and leaves nothing behind. */
  close: () => Promise<void>
}

/** Sets up the isolation, tests it, and only then listens. */
export async function startRunner(config: RunnerConfig, log: Log): Promise<Runner> {
  if (!existsSync(config.root)) throw new Error(`${config.root} does not exist; create it with tools/sandbox-root.sh.`)
  const groups = openGroups()
  const engine = config.engine === 'gvisor' ? gvisorEngine(config) : bubblewrapEngine(config)
  let opened = 0
  const open = (): Promise<Sandbox> => openSandbox(engine, groups, `run-${(opened += 1)}`)
  const from = performance.now()
  await testWall(open)
  const wall = { engine: engine.name, about: engine.about, groups: groups.about }
  log.info({ ...wall, ms: Math.round(performance.now() - from) }, 'the wall holds')

  const onTrouble = (error: unknown) => log.error({ err: error }, 'a sandbox failed')
  const { slots, warm, queue } = config
  const pool = createPool({ open, slots, warm, queueMax: queue.max, queueMs: queue.seconds * 1000, trouble: onTrouble })
  pool.refill()
  const server = createRunnerServer({ pool, engine: engine.name, secret: config.secret, onTrouble })
  await listen(server, config)
  log.info({ listen: config.listen, slots, warm }, 'runner ready')
  return {
    close: async () => {
      server.close()
      server.closeIdleConnections()
      if (server.listening) await once(server, 'close')
      await pool.close()
    },
  }
}

async function listen(server: Server, { listen: on }: RunnerConfig): Promise<void> {
  if ('path' in on) rmSync(on.path, { force: true })
  server.listen(on)
  await once(server, 'listening')
  // The secret protects the socket: the web process is another user.
  if ('path' in on) chmodSync(on.path, 0o666)
}
