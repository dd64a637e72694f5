import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A port that nobody listens on right now. Below those that the system hands out by itself, or a connection on its way out
 * could take it before its server does, or while its server is killed and started again.
 */
export function freePort(): Promise<number> {
  return freePortFrom(randomInt(11_000, 31_000))
}

export async function freePortFrom(port: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return (await promise) ? port : freePortFrom(port + 1)
}
