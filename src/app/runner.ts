import { loadRunnerConfig } from '#platform/config/runner.ts'
import { createLog } from '#platform/log.ts'
import { dropRoot } from '#runner/drop-root.ts'
import { startRunner } from '#runner/start.ts'

/** Runs of 30 seconds may finish; queued callers are rejected and try another runner. */
const PATIENCE_MS = 40_000

/** `codeshelf runner`: no database, no pages, no secret but its own. It does not start without isolation. */
export async function run(): Promise<void> {
  const config = loadRunnerConfig(process.env)
  await dropRoot(config)
  const log = createLog(config.logLevel, 'runner')
  const runner = await startRunner(config, log)
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    runner.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
