import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { App } from './types.ts'

/** How long a kept-alive connection may take to send one more request, whose answer tells it to go elsewhere. */
const LINGER_MS = 1_000

/**
 * Stops serving without a failed request. First nobody new is let in: who connects now reaches another process on the same
 * port. Then every connection is told to close with its next answer. `close` alone would cut idle connections at once, and
 * with them the requests that are already on their way.
 */
export async function leave(app: App): Promise<void> {
  app.beginDrain()
  // Connections that the kernel has taken for us already would be reset: a turn of the event loop accepts them.
  await nextTurn()
  Server.prototype.close.call(app.server)
  await Promise.race([once(app.server, 'close'), sleep(LINGER_MS)])
  await app.close()
}
