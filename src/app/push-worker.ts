import { once } from 'node:events'
import { loadPushWorkerConfig } from '#platform/config/push.ts'
import { createLog } from '#platform/log.ts'
import { openPushSender } from '#platform/push/sender.ts'
import { createPushWorker } from '#platform/push/worker-server.ts'
import { onStop } from './process.ts'

const PATIENCE_SECONDS = 15

/** `codeshelf push-worker`: the only process with the private key, when deployed separately. No database, no pages. */
export async function run(): Promise<void> {
  const config = loadPushWorkerConfig(process.env)
  const log = createLog(config.logLevel, 'push-worker')
  const sender = openPushSender(config.push)
  if (!sender.ready) throw new Error(`Cannot send: ${sender.why}`)
  const server = createPushWorker(sender, config.secret)
  server.listen(config.port, config.host)
  await once(server, 'listening')
  log.info({ port: config.port }, 'push worker ready')
  onStop(log, PATIENCE_SECONDS, async () => {
    server.close()
    await once(server, 'close')
    sender.close()
  })
}
