import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Ask = { method: 'GET' | 'POST' | 'PUT'; path: string; cookie: string; body?: string }
export type Answer = { status: number; type: string; body: Buffer }

export type HttpClient = { ask(request: Ask): Promise<Answer>; close(): void }

/**
 * One kept-alive connection that sends a request and waits for its answer. Written by hand because `fetch` and `http` take
 * longer in this process than the server needs, and that would be measured as the server's time.
 */
export async function openHttp(port: number): Promise<HttpClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  // Between two requests nobody else listens; the next one is told by `close`.
  socket.on('error', () => {})
  return {
    ask: (request) => {
      const answer = nextAnswer(socket)
      socket.write(textOf(request, port))
      return answer
    },
    close: () => socket.destroy(),
  }
}

function textOf({ method, path, cookie, body }: Ask, port: number): string {
  const length =
    body === undefined
      ? ''
      : `origin: http://127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  // No `accept-encoding`: compressing is a proxy's work, and the same for every answer of that size.
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/html, application/json\r\ncookie: ${cookie}\r\n${length}\r\n${body ?? ''}`
}

function nextAnswer(socket: Socket): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const done = (settle: () => void) => {
      socket.off('data', take)
      socket.off('error', fail)
      socket.off('close', ended)
      settle()
    }
    const fail = (error: Error) => done(() => reject(error))
    const ended = () => fail(new Error('The server closed the connection'))
    const take = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = parse(received)
      if (answer) done(() => resolve(answer))
    }
    socket.on('data', take).on('error', fail).on('close', ended)
  })
}

/** Null while some of it is still on the way. */
function parse(received: Buffer): Answer | null {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = received.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`No content-length in ${head}`)
  const body = received.subarray(end + 4)
  if (body.length < Number(length)) return null
  return { status: Number(head.slice(9, 12)), type: /\r\ncontent-type: ([^;\r]+)/i.exec(head)?.[1] ?? '', body }
}
