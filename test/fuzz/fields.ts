import { z } from 'zod'
import type { RouteInfo } from '#platform/http/types.ts'

/** The part of JSON Schema that zod writes. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  minItems?: number
}

export type Part = 'params' | 'querystring' | 'body'
/** One value of a request that a client chooses: `file_ids[0]` of the body, `q` of the address. */
export type Field = { part: Part; path: readonly (string | number)[]; kind: 'text' | 'number' | 'any' }

export function schemaOf(route: RouteInfo, part: Part): Schema | null {
  const declared = route.schema[part]
  return declared instanceof z.ZodType
    ? (z.toJSONSchema(declared, { io: 'input', unrepresentable: 'any' }) as Schema)
    : null
}

export function fieldsOf(route: RouteInfo): Field[] {
  return (['params', 'querystring', 'body'] as const).flatMap((part) => {
    const schema = schemaOf(route, part)
    return schema ? leaves(schema, []).map(({ path, kind }) => ({ part, path, kind })) : []
  })
}

type Leaf = Pick<Field, 'path' | 'kind'>

function leaves(schema: Schema, path: Field['path']): Leaf[] {
  if (schema.anyOf) return unique(schema.anyOf.flatMap((each) => leaves(each, path)))
  if (schema.type === 'object') {
    const named = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => leaves(child, [...path, name]))
    const { additionalProperties: more } = schema
    return typeof more === 'object' ? [...named, ...leaves(more, [...path, 'key'])] : named
  }
  if (schema.type === 'array') return [{ path, kind: 'any' }, ...leaves(schema.items ?? {}, [...path, 0])]
  if (schema.type === 'integer' || schema.type === 'number') return [{ path, kind: 'number' }]
  if (schema.type === 'string') return [{ path, kind: 'text' }]
  return schema.type === undefined && schema.const === undefined ? [{ path, kind: 'any' }] : []
}

function unique(found: Leaf[]): Leaf[] {
  return [...new Map(found.map((leaf) => [`${leaf.kind} ${leaf.path.join('.')}`, leaf])).values()]
}

/** A value that the schema accepts, with the things that exist where a name says which. */
export function sampleOf(schema: Schema, name: string, known: Readonly<Record<string, unknown>>): unknown {
  if (name in known) return known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, name, known)
  switch (schema.type) {
    case 'object': {
      const required = Object.entries(schema.properties ?? {}).filter(
        ([key]) => schema.required?.includes(key) || key in known,
      )
      return Object.fromEntries(required.map(([key, child]) => [key, sampleOf(child, key, known)]))
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items ?? {}, '', known))
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case undefined:
    default:
      return 'text'
  }
}

/** A copy of the value with another one at the path; what is missing on the way is made. */
export function withValue(base: unknown, path: Field['path'], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(base) ? Array.from<unknown>(base) : []
    list[key] = withValue(list[key], rest, value)
    return list
  }
  const fields: Record<string, unknown> = typeof base === 'object' && base !== null ? { ...base } : {}
  fields[key] = withValue(fields[key], rest, value)
  return fields
}
