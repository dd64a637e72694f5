import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestApp, TestUser } from './app.ts'

export type Said = { text: string; texts: string[]; data: Record<string, unknown>; isError: boolean }
export type Agent = Awaited<ReturnType<typeof connect>>

/** An app that really listens, on the loopback. */
export async function listening(app: TestApp): Promise<string> {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  return `http://127.0.0.1:${address.port}/mcp`
}

export async function makeToken(
  user: TestUser,
  name: string,
  more: object = {},
): Promise<{ secret: string; id: string }> {
  const answer = await user.post('/api/tokens', { name, scopes: ['read', 'write'], ...more })
  const { id } = answer.body['details'] as { id: string }
  return { secret: String(answer.body['token']), id }
}

/** The SDK's own client, as an agent has it. */
export async function connect(url: string, secret: string, mode: 'legacy' | 'auto' = 'auto') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Said> => {
    const result = await client.callTool({ name, arguments: args })
    const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
    const text = texts.join('\n')
    const data = (result.structuredContent ?? (result.isError ? JSON.parse(text) : {})) as Record<string, unknown>
    return { text, texts, data, isError: result.isError === true }
  }
  return { client, call, close: () => client.close() }
}
