import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP connection between two ports of the loopback that can be cut, as a network cable can. */
export type Cable = AsyncDisposable & {
  port: number
  /** Ends all connections and refuses new ones. */
  cut: () => void
  mend: () => void
}

export async function layCable(to: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy()
    const far = connect(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      // The other end sees the same: an error of one side is the end of both.
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    mend: () => {
      isCut = false
    },
    [Symbol.asyncDispose]: async () => {
      cut()
      server.close()
    },
  }
}
