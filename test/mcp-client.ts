import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { TestApp } from './app.ts'

const Data = z.record(z.string(), z.unknown())
/** How a tool says where the rest of a long list is. */
export const Rest = z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) }).nullish()

export type Said = { text: string; texts: string[]; data: Record<string, unknown>; isError: boolean }
export type Agent = Awaited<ReturnType<typeof connect>>

/** An app that really listens, on the loopback. */
export async function listening(app: TestApp): Promise<string> {
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  return `http://127.0.0.1:${address.port}/mcp`
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
    const data = Data.parse(result.structuredContent ?? (result.isError ? JSON.parse(text) : {}))
    return { text, texts, data, isError: result.isError === true }
  }
  return { client, call, close: () => client.close() }
}
