import type { FastifyRequest } from 'fastify'

/** Runs work whose result only this client needs: the signal is aborted when the client disconnects. */
export async function whileConnected<T>(
  { raw: { socket } }: FastifyRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  const onClose = () => gone.abort()
  if (socket.destroyed) onClose()
  socket.once('close', onClose)
  try {
    return await work(gone.signal)
  } finally {
    // The connection is kept alive for other requests.
    socket.off('close', onClose)
  }
}
