import type { FastifyRequest } from 'fastify'
import { type McpTool, type ToolResult, toolFactory } from '#platform/http/mcp.ts'
import { countFitting, partOf } from '../answer.ts'
import { behindTheEnd } from '../problems.ts'
import { toRest } from '../schema/items.ts'
import type { Actor } from '../service/journal.ts'
import type { Runners } from '../service/run.ts'
import type { Rest } from '../shown.ts'

/** The context of every tool call. */
export type AgentCall = { ctx: FastifyRequest['ctx']; actor: Actor; runners: Runners; signal: AbortSignal }
export type AgentTool = McpTool<AgentCall>

export const tool = toolFactory<AgentCall>()

/** Returns the value as text and as structured data, because some clients read only one of them. */
export function answer(data: Readonly<Record<string, unknown>>): ToolResult {
  return { texts: [JSON.stringify(data)], data }
}

/** Returns the list items that fit and the call that reads the others. */
export function listAnswer(
  name: string,
  items: readonly object[],
  { from, rest }: { from: number; rest: (next: number) => Rest },
  more: Readonly<Record<string, unknown>> = {},
): ToolResult {
  const left = items.slice(from)
  const shown = left.slice(0, countFitting(left))
  const next = from + shown.length
  return answer({ [name]: shown, ...more, ...toRest(next < items.length ? rest(next) : null) })
}

type RequestedPosition = { from_line: number; from_char: number }

/** Returns a text unchanged in its own block, between a block that describes it and one that names the rest. */
export function textAnswer(
  head: object,
  content: string,
  asked: RequestedPosition,
  rest: (spot: RequestedPosition) => Rest,
): ToolResult {
  const part = partOf(content, { line: asked.from_line, char: asked.from_char })
  if (!part)
    throw behindTheEnd({ field: 'from_line', line_count: partOf(content, { line: 1, char: 0 })?.lineCount ?? 0 })
  const { text, toLine, lineCount, next } = part
  const lines = lineCount === 0 ? null : `${asked.from_line}-${toLine}`
  const about = JSON.stringify({ ...head, lines, line_count: lineCount })
  if (!next) return { texts: [about, text] }
  const { tool: name, arguments: args } = rest({ from_line: next.line, from_char: next.char })
  return { texts: [about, text, `[cut at line ${toLine} of ${lineCount}; the rest: ${name} ${JSON.stringify(args)}]`] }
}
