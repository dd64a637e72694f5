import { once } from 'node:events'
import { printLog } from './dev-log.ts'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'

const NODE = ['--enable-source-maps', '--import', './tools/tsx.ts', 'src/main.ts']

export type DevProcess = { restart(): Promise<void>; stop(): Promise<void> }

/** `migrate`, `seed`: runs to its end; a failure ends `npm run dev`. */
export async function runCommand(command: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { child } = launch(command, env)
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`codeshelf ${command} failed`)
}

/** `web`, `worker`: kept running; after a crash it waits for the next change of the sources. */
export function keepRunning(command: string, env: NodeJS.ProcessEnv): DevProcess {
  let current = launch(command, env)
  let wanted = true
  let restarting: Promise<void> | undefined
  async function replace() {
    await current.stop()
    restarting = undefined
    if (wanted) current = launch(command, env)
  }
  return {
    restart: () => (restarting ??= replace()),
    async stop() {
      wanted = false
      await current.stop()
    },
  }
}

function launch(command: string, env: NodeJS.ProcessEnv): OwnedProcess {
  const process_ = spawnOwned(process.execPath, [...NODE, command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const { stdout, stderr } = process_.child
  if (stdout !== null) printLog(command, stdout)
  if (stderr !== null) printLog(command, stderr)
  process_.child.once('exit', (code) => {
    if (code !== 0 && code !== null) console.log(`codeshelf ${command} ended with ${code}; waiting for a change`)
  })
  return process_
}
