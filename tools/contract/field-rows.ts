import type { Field } from '#features/api-docs/fields.ts'
import type { Operation } from '#features/api-docs/model.ts'
import { code, rules } from './words.ts'

/** Fields of an object that are not repeated when an earlier call of the feature has the same object. */
const LARGE_SHAPE = 4

/** One row for each field that a call takes or answers with; `shapes` remembers which call described an object first. */
export function fieldRows(
  { parameters, body, replies }: Operation,
  call: string,
  shapes: Map<string, string>,
): string[][] {
  return [
    ...parameters.map((field) => row(field.location, field, rules(field, true))),
    ...(body ? bodyRows(body) : []),
    ...[...Map.groupBy(replies, (reply) => JSON.stringify([reply.type, reply.fields])).values()].flatMap((same) => {
      const statuses = same.map(({ status }) => status).join(', ')
      return same.slice(0, 1).flatMap((reply) => replyRows(statuses, reply, call, shapes))
    }),
  ]
}

function row(where: string, { name, type }: Pick<Field, 'name' | 'type'>, about: string): string[] {
  return [where, name === '' ? '' : code(name), type === '' ? '' : code(type), about]
}

function bodyRows({ mediaType, fields }: NonNullable<Operation['body']>): string[][] {
  if (fields.length === 0) return [row('body', { name: '', type: mediaType }, '')]
  return fields.map((field) => row('body', field, rules(field, true)))
}

type Reply = Operation['replies'][number]

function replyRows(statuses: string, { type, fields }: Reply, call: string, shapes: Map<string, string>): string[][] {
  const about = type === '' ? 'no JSON body' : ''
  const rows: string[][] = type === 'object' ? [] : [row(statuses, { name: '', type }, about)]
  let hidden: string | null = null
  for (const field of fields) {
    if (hidden !== null && field.name.startsWith(hidden)) continue
    const before = seenBefore(field, fields, call, shapes)
    hidden = before === null ? null : prefixOf(field)
    const notes = [rules(field, false), ...(before === null ? [] : [`fields as in ${code(before)}`])]
    rows.push(row(statuses, field, notes.filter(Boolean).join(', ')))
  }
  return rows
}

function prefixOf({ name, type }: Field): string {
  return type.includes('[]') ? `${name}[].` : `${name}.`
}

/** The call that has described the object of this field already. */
function seenBefore(field: Field, all: readonly Field[], call: string, shapes: Map<string, string>): string | null {
  const prefix = prefixOf(field)
  const inner = all.filter(({ name }) => name.startsWith(prefix))
  if (inner.length < LARGE_SHAPE) return null
  const shape = JSON.stringify(inner.map((each) => ({ ...each, name: each.name.slice(prefix.length) })))
  const first = shapes.get(shape)
  if (first === undefined) shapes.set(shape, call)
  return first ?? null
}
