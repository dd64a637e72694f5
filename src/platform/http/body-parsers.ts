import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { parse as parseSecurely } from 'secure-json-parse'
import { fitsBudget, type JsonBudget } from '#base/json-budget.ts'
import type { Task, Threads } from '../threads.ts'
import { whileConnected } from './disconnect.ts'
import { laneOf } from './lane.ts'
import { invalidPayload, invalidUtf8, jsonTooComplex, tooManyFields } from './problems.ts'
import { readBody } from './read-body.ts'
import type { App } from './types.ts'

/** Shorter bodies are parsed within a few milliseconds. Longer ones are parsed in a thread, which a client that leaves ends. */
const HERE_BYTES = 64 * 1024
const DEADLINE_MS = 10_000
/** Twice what any of our routes needs. Validating this many values takes the event loop up to 50 ms. */
export const BODY_BUDGET: JsonBudget = { values: 10_000, depth: 64 }
/** More fields than any of our forms has: each is a property of an object that the event loop builds. */
export const MAX_FORM_FIELDS = 10_000

/**
 * Parsers of JSON and of forms that refuse a body that is not UTF-8. Fastify's own parsers replace each bad byte by U+FFFD,
 * and the replacement would be stored.
 */
export function addBodyParsers(app: App, threads: Threads): void {
  const run = async <In extends { body: Buffer }, Out>(request: FastifyRequest, task: Task<In, Out>, input: In) =>
    input.body.length <= HERE_BYTES
      ? task.run(input)
      : whileConnected(request, (signal) => threads.run(laneOf(request), task, input, signal))

  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const body = await readBody(request, payload)
    const read = await run(request, parseJsonTask, { body, budget: BODY_BUDGET })
    switch (read.outcome) {
      case 'read':
        return read.value
      case 'invalid_utf8':
        throw invalidUtf8()
      case 'too_complex':
        throw jsonTooComplex({ max_values: BODY_BUDGET.values, max_depth: BODY_BUDGET.depth })
      case 'invalid':
        throw invalidPayload({})
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest, payload: Readable) => {
    const fields = await run(request, parseFormTask, { body: await readBody(request, payload) })
    if (fields === 'invalid_utf8') throw invalidUtf8()
    if (fields === 'too_many') throw tooManyFields({ max: MAX_FORM_FIELDS })
    return formOf(fields)
  })
}

type JsonRead = { outcome: 'read'; value: unknown } | { outcome: 'invalid_utf8' | 'too_complex' | 'invalid' }

export const parseJsonTask: Task<{ body: Uint8Array; budget: JsonBudget }, JsonRead> = {
  name: 'parse-json',
  deadlineMs: DEADLINE_MS,
  consumesInput: true,
  run: ({ body, budget }) => {
    if (!isUtf8(body)) return { outcome: 'invalid_utf8' }
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')
    if (!fitsBudget(text, budget)) return { outcome: 'too_complex' }
    try {
      // Keys such as `__proto__` are rejected.
      return { outcome: 'read', value: parseSecurely(text) }
    } catch {
      return { outcome: 'invalid' }
    }
  },
}

type Field = [name: string, value: string]
type Fields = Field[] | 'invalid_utf8' | 'too_many'

export const parseFormTask: Task<{ body: Uint8Array }, Fields> = {
  name: 'parse-form',
  deadlineMs: DEADLINE_MS,
  consumesInput: true,
  run: readFields,
}

function readFields({ body }: { body: Uint8Array }): Fields {
  const fields: Field[] = []
  for (let from = 0; from < body.length;) {
    if (fields.length === MAX_FORM_FIELDS) return 'too_many'
    const next = body.indexOf(AMPERSAND, from)
    const part = body.subarray(from, next === -1 ? body.length : next)
    from += part.length + 1
    if (part.length === 0) continue
    const sign = part.indexOf(EQUALS)
    const name = decode(sign === -1 ? part : part.subarray(0, sign))
    const value = decode(sign === -1 ? part.subarray(part.length) : part.subarray(sign + 1))
    if (name === null || value === null) return 'invalid_utf8'
    fields.push([name, value])
  }
  return fields
}

const [AMPERSAND, EQUALS, PLUS, SPACE, PERCENT] = [0x26, 0x3d, 0x2b, 0x20, 0x25]

/** Byte by byte: `decodeURIComponent` takes ten times as long for a text of mostly escapes. Null: not UTF-8. */
function decode(encoded: Uint8Array): string | null {
  const bytes = Buffer.allocUnsafe(encoded.length)
  let length = 0
  for (let i = 0; i < encoded.length; i++) {
    const byte = encoded[i] ?? 0
    const escaped = byte === PERCENT ? hexDigit(encoded[i + 1]) * 16 + hexDigit(encoded[i + 2]) : -1
    // A `%` that begins no escape is a plain character in a form.
    bytes[length++] = escaped >= 0 ? escaped : byte === PLUS ? SPACE : byte
    if (escaped >= 0) i += 2
  }
  const decoded = bytes.subarray(0, length)
  return isUtf8(decoded) ? decoded.toString('utf8') : null
}

/** Not a hex digit: so far below zero that a sum with it is negative too. */
const NO_DIGIT = -1_000

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : NO_DIGIT
}

/** A repeated name has a list of values. `fromEntries` also keeps `__proto__` as a plain field. */
function formOf(fields: readonly Field[]): Record<string, string | string[]> {
  const form = new Map<string, string | string[]>()
  for (const [name, value] of fields) {
    const before = form.get(name)
    if (Array.isArray(before)) before.push(value)
    else form.set(name, before === undefined ? value : [before, value])
  }
  return Object.fromEntries(form)
}
