import { once } from 'node:events'
import { connect } from 'node:net'
import type { PoolClient } from 'pg'

/** Nobody waits for the result of the statement any more. */
export class StatementCancelled extends Error {
  override name = 'StatementCancelled'
}

/** Most statements end sooner, and a cancel request costs the server a process. */
const GRACE_MS = 50
const CANCEL_TIMEOUT_MS = 3_000
/** "Cancel request" in the place of a protocol version. */
const CANCEL_CODE = 80_877_102

/** What the server sent when the connection was opened; pg keeps it without types. */
type Backend = { host: string; port: number; ssl?: unknown; processID: number | null; secretKey: number | null }

/** A transaction must end also when nobody waits for it. */
const ENDS_TRANSACTION = /^(?:commit|rollback|release)/

/**
 * Cancels the statement when the signal is aborted; one that has not begun does not begin. The result is awaited until the cancel request has ended too: the
 * connection goes back to the pool afterwards, and a later cancel would hit the statement of another request. `abandon` is called when the end
 * of the cancel request is unknown: then the connection must not be used again.
 */
export async function cancelledBy<Result>(
  signal: AbortSignal,
  statement: { client: PoolClient; text: string; send: () => Promise<Result>; abandon: () => void },
): Promise<Result> {
  const { client, text, send, abandon } = statement
  if (ENDS_TRANSACTION.test(text)) return send()
  if (signal.aborted) throw new StatementCancelled()
  let timer: NodeJS.Timeout | undefined
  let cancelling: Promise<void> | undefined
  const onAbort = () => {
    timer = setTimeout(() => (cancelling = requestCancel(client).catch(abandon)), GRACE_MS)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await send()
  } catch (error) {
    throw cancelling ? new StatementCancelled('', { cause: error }) : error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    await cancelling
  }
}

/**
 * Resolves when the server has closed the connection of the request: by then the backend has its signal, and a backend without a statement ignores it. PgBouncer
 * forwards the request to the server that runs the statement. Not over TLS: the key would travel in plain text.
 */
async function requestCancel(client: PoolClient): Promise<void> {
  const { host, port, ssl, processID, secretKey } = client as unknown as Backend
  if (ssl || processID === null || secretKey === null) return
  const request = Buffer.alloc(16)
  request.writeInt32BE(request.length, 0)
  request.writeInt32BE(CANCEL_CODE, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy(new Error('The cancel request was not answered')))
  socket.resume().write(request)
  await once(socket, 'close')
}
