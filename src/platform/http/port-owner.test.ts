import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { INSTALLATION_HEADER, listenAsOwner } from './port-owner.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** A stand-in for a web process: it only listens on the port. */
function serve(installation: string, port: number, host = '127.0.0.1'): Promise<void> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { [INSTALLATION_HEADER]: installation, connection: 'close' }).end(),
  )
  open.push(server)
  return listenAsOwner({ host, port, installation }, async () => {
    // As in the real process, which prepares its routes first: long enough for another to find the port free.
    await sleep(450)
    return new Promise<void>((resolve) => server.listen({ host, port, reusePort: true }, resolve))
  })
}

test('listenAsOwner admits one installation when several start at once', async () => {
  const port = await freePort()
  const names = ['a', 'b', 'a', 'c']
  const started = await Promise.allSettled(names.map((name) => serve(name, port)))
  expect(new Set(names.filter((_, i) => started[i]?.status === 'fulfilled')).size).toBe(1)
})

test('listenAsOwner rejects an overlapping address and a port of another program', async () => {
  const port = await freePort()
  await serve('a', port)
  await expect(serve('b', port, '0.0.0.0')).rejects.toThrow(`Port ${port} on 0.0.0.0 is used by another Codeshelf`)
  const foreign = createServer((_request, response) => response.end())
  open.push(foreign)
  const taken = await freePort()
  await new Promise<void>((resolve) => foreign.listen({ host: '127.0.0.1', port: taken, reusePort: true }, resolve))
  await expect(serve('a', taken)).rejects.toThrow('is used by another program')
})
