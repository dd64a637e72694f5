import { once } from 'node:events'
import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { App } from './types.ts'

/** How long a kept-alive connection may take to send one more request, whose response closes the connection. */
const LINGER_MS = 1_000

/**
 * Stops serving without failing a request. First it stops accepting: new connections reach another process on the same port.
 * Then every connection is closed with its next response. `close` alone would cut idle connections at once, and with them
 * the requests that are already on their way.
 */
export async function drainAndClose(app: App): Promise<void> {
  app.beginDrain()
  // Connections in the kernel's accept queue would be reset: one turn of the event loop accepts them.
  await nextTurn()
  Server.prototype.close.call(app.server)
  await Promise.race([once(app.server, 'close'), sleep(LINGER_MS)])
  await app.close()
}
