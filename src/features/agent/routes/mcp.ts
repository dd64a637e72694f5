import type { FastifyReply, FastifyRequest } from 'fastify'
import { mcpEndpoint, type CallerTools } from '#platform/http/mcp.ts'
import { insufficientScope, premiumRequired, tokenRequired } from '#platform/http/problems.ts'
import { abortOnDisconnect } from '#platform/http/server-sent.ts'
import type { App, Visitor } from '#platform/http/types.ts'
import { resourceOfInput } from '../act.ts'
import { instructionsFor } from '../service/primer.ts'
import { callAs } from '../service/journal.ts'
import type { Runners } from '../service/run.ts'
import type { AgentTool } from './tool.ts'
import { fileTools } from './tools/files.ts'
import { boardTools, noteTools } from './tools/notes.ts'
import { otherTools, repoTools } from './tools/others.ts'

/** All tools. None deletes, moves to the trash or overwrites content that the agent has not read. */
const AGENT_TOOLS: readonly AgentTool[] = [...fileTools, ...noteTools, ...boardTools, ...repoTools, ...otherTools]

type ByToken = Extract<Visitor, { via: 'token' }>

/** Why this token may not call a tool; null when it may. */
function barTo({ scope }: AgentTool, { scopes, user }: ByToken): Error | null {
  if (!scopes.includes(scope)) return insufficientScope({ scope })
  return scope === 'run' && user.role === 'user' ? premiumRequired() : null
}

function openTools(request: FastifyRequest, reply: FastifyReply, runners: Runners): CallerTools {
  const { visitor, ctx } = request
  if (visitor?.via !== 'token') throw tokenRequired()
  return {
    tools: AGENT_TOOLS.filter((each) => !barTo(each, visitor)).map(({ about }) => about),
    call: (name, input) => {
      const found = AGENT_TOOLS.find(({ about }) => about.name === name)
      if (!found) return null
      return callAs(ctx, visitor.token, { tool: name, resource: resourceOfInput(input) }, async (asAgent) => {
        const bar = barTo(found, visitor)
        if (bar) throw bar
        if (found.limit) await reply.countAs(found.limit)
        return found.call({ ctx: asAgent, actor: visitor.token, runners, signal: abortOnDisconnect(reply) }, input)
      })
    },
  }
}

export function mcpRoutes(app: App, { origin, runners }: { origin: string; runners: Runners }): void {
  mcpEndpoint(app, {
    path: '/mcp',
    origin,
    about: { name: 'codeshelf', version: '1' },
    instructions: ({ ctx }) => instructionsFor(ctx),
    open: (request, reply) => openTools(request, reply, runners),
  })
}
