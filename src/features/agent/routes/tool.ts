import type { FastifyRequest } from 'fastify'
import { type McpTool, type ToolAnswer, toolMaker } from '#platform/http/mcp.ts'
import { fitting, partOf } from '../answer.ts'
import { behindTheEnd } from '../problems.ts'
import { toRest } from '../schema/items.ts'
import type { Actor } from '../service/journal.ts'
import type { Runners } from '../service/run.ts'
import type { Rest } from '../shown.ts'

/** What every call of a tool is given. */
export type AgentCall = { ctx: FastifyRequest['ctx']; actor: Actor; runners: Runners; signal: AbortSignal }
export type AgentTool = McpTool<AgentCall>

export const tool = toolMaker<AgentCall>()

/** The same as text and as data: some clients read only the one, some only the other. */
export function answer(data: Readonly<Record<string, unknown>>): ToolAnswer {
  return { texts: [JSON.stringify(data)], data }
}

/** As many of a list as fit, and the call that gets the others. */
export function listAnswer(
  name: string,
  items: readonly object[],
  { from, rest }: { from: number; rest: (next: number) => Rest },
  more: Readonly<Record<string, unknown>> = {},
): ToolAnswer {
  const left = items.slice(from)
  const shown = left.slice(0, fitting(left))
  const next = from + shown.length
  return answer({ [name]: shown, ...more, ...toRest(next < items.length ? rest(next) : null) })
}

type Asked = { from_line: number; from_char: number }

/** A text as it is, in a block of its own; before it what it is, after it what is missing. */
export function textAnswer(head: object, content: string, asked: Asked, rest: (spot: Asked) => Rest): ToolAnswer {
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
