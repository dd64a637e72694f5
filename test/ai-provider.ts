import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Heard = { url: string; headers: IncomingMessage['headers']; body: string }
export type Manner = (response: ServerResponse, heard: Heard) => void | Promise<void>

/** Stands in for an AI provider on loopback: it does what it is told, and remembers what it was sent. */
export async function startAiProvider(manner: Manner) {
  const heard: Heard[] = []
  const state = { manner }
  const server = createServer(async (request, response) => {
    const question = { url: request.url ?? '', headers: request.headers, body: await text(request) }
    heard.push(question)
    await state.manner(response, question)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    behave: (next: Manner) => {
      state.manner = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const json =
  (body: unknown, status = 200): Manner =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
/** As chat completions answer. */
export const chat = (content: string) => json({ choices: [{ index: 0, message: { role: 'assistant', content } }] })
/** As messages answer; what it thought before is not part of the answer. */
export const message = (words: string) =>
  json({
    type: 'message',
    content: [
      { type: 'thinking', thinking: '{}' },
      { type: 'text', text: words },
    ],
  })
