import type { CallToolResult, Server, Tool } from '@modelcontextprotocol/server'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../problem.ts'
import { CONTENT_BODY_BYTES } from './body-limits.ts'
import { reportError } from './errors.ts'
import { findUnstorable } from './check-texts.ts'
import { foreignOrigin, internalError, invalidText } from './problems.ts'
import type { App, LimitClass } from './types.ts'
import { decodeFirst, validationProblem } from './validation.ts'

/** The result of a tool: texts, and the same as structured data for programs. */
export type ToolResult = { texts: readonly string[]; data?: Readonly<Record<string, unknown>> }

/** A tool declaration; `Call` is what its feature passes to every call. */
export type McpTool<Call> = {
  about: Tool
  /** The scope that a token needs. */
  scope: 'read' | 'write' | 'run'
  /** Rate limit bucket besides that of the request itself. */
  limit: LimitClass | null
  call: (call: Call, input: unknown) => Promise<ToolResult>
}

type Declared<Call, Input extends z.ZodType> = {
  name: string
  title: string
  description: string
  input: Input
  scope: McpTool<Call>['scope']
  limit?: LimitClass
  run: (call: Call, input: z.output<Input>) => Promise<ToolResult>
}

/** Two steps, because TypeScript cannot infer some type parameters while others are given. */
export function toolFactory<Call>() {
  return <Input extends z.ZodType>(declared: Declared<Call, Input>): McpTool<Call> => {
    const { name, title, description, input, scope, limit, run } = declared
    const inputSchema = z.toJSONSchema(input, { io: 'input' }) as Tool['inputSchema']
    // No tool deletes, and none reaches beyond the user's own library.
    const annotations = { readOnlyHint: scope === 'read', destructiveHint: false, openWorldHint: false }
    return {
      about: { name, title, description, inputSchema, annotations },
      scope,
      limit: limit ?? (scope === 'read' ? null : scope),
      call: (call, given) => run(call, read(input, given)),
    }
  }
}

function read<Input extends z.ZodType>(schema: Input, given: unknown): z.output<Input> {
  const { data, error } = decodeFirst(schema, given ?? {})
  if (error) throw validationProblem(error.issues[0], 'arguments')
  const unstorable = findUnstorable(data)
  if (unstorable !== null) throw invalidText({ field: unstorable })
  return data
}

/** The tools of one caller, and how they are called. Null: there is no such tool. */
export type CallerTools = {
  tools: readonly Tool[]
  call: (name: string, input: unknown) => Promise<ToolResult> | null
}

export type McpParts = {
  path: string
  origin: string
  about: { name: string; version: string }
  /** Instructions for the connecting client; computed only then. */
  instructions: (request: FastifyRequest) => Promise<string>
  open: (request: FastifyRequest, reply: FastifyReply) => CallerTools
}

/**
 * The Model Context Protocol over Streamable HTTP, without sessions: every request brings its token and gets a server of its
 * own, so any web process can answer it. The revisions of 2025 and 2026 are served alike.
 */
export function mcpEndpoint(app: App, parts: McpParts): void {
  app.route({
    method: ['POST', 'GET', 'DELETE'],
    url: parts.path,
    bodyLimit: CONTENT_BODY_BYTES,
    // Every message counts as a read; further work of a tool is counted when it is called.
    config: { auth: 'user', tokenOnly: true, limit: 'read', takesFile: true },
    handler: async (request, reply) => {
      // A page of another site cannot know the token, but the protocol requires the check.
      const { origin } = request.headers
      if (origin !== undefined && origin !== parts.origin) throw foreignOrigin()
      const { createMcpHandler } = await protocol()
      const handler = createMcpHandler(() => serverFor(request, reply, parts), {
        // The server sends no notifications, and a stream in one process would not receive those of another.
        maxSubscriptions: 0,
        onerror: (error) => request.log.info({ err: error }, 'mcp'),
      })
      const answer = await handler.fetch(toWebRequest(request, parts.origin), {
        ...(request.body !== undefined && { parsedBody: request.body }),
      })
      return send(reply, answer)
    },
  })
}

/** Imported by the first request, because most installations have no agents and the library takes 5 MB. */
const protocol = () => import('@modelcontextprotocol/server')

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.code(answer.status).headers(Object.fromEntries(answer.headers))
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  return reply.send(isStream && answer.body ? Readable.from(answer.body) : await answer.text())
}

function toWebRequest(request: FastifyRequest, origin: string): Request {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  // The body was read already and is passed on as parsed.
  return new Request(new URL(request.url, origin), { method: request.method, headers })
}

async function serverFor(request: FastifyRequest, reply: FastifyReply, parts: McpParts): Promise<Server> {
  const { ProtocolError, ProtocolErrorCode, Server } = await protocol()
  const instructions = isGreeting(request.body) ? await parts.instructions(request) : undefined
  const server = new Server(parts.about, {
    capabilities: { tools: {} },
    ...(instructions !== undefined && { instructions }),
  })
  const { tools, call } = parts.open(request, reply)
  server.setRequestHandler('tools/list', () => ({ tools: [...tools] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const answering = call(params.name, params.arguments)
    if (!answering) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`)
    return toResult(request, answering)
  })
  return server
}

/** True when a connection begins: by a handshake in the revisions of 2025, by a request in that of 2026. */
function isGreeting(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('method' in body)) return false
  return body.method === 'initialize' || body.method === 'server/discover'
}

/** A problem is a result too: the model reads the reason and what to do about it. */
async function toResult(request: FastifyRequest, answering: Promise<ToolResult>): Promise<CallToolResult> {
  try {
    const { texts, data } = await answering
    const content = texts.map((text) => ({ type: 'text' as const, text }))
    return { content, ...(data && { structuredContent: { ...data } }) }
  } catch (error) {
    const refusal = error instanceof Problem ? error : internalError()
    if (refusal.status >= 500) reportError(error instanceof Error ? error : new Error(String(error)), request)
    const body = refusal.body(request.publicCtx.locale, request.id)
    return { content: [{ type: 'text', text: JSON.stringify(body) }], isError: true }
  }
}
