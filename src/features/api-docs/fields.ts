import { isObject, type Json, list, number, object, text } from './json.ts'

/** Constraints of a value: size of numbers, characters of texts, length of lists. */
export type Limit =
  | { of: 'number' | 'characters' | 'items'; min: number | undefined; max: number | undefined }
  | { of: 'default'; value: string }

/** One row of a field table, with its full path such as `items[].file_name`. */
export type Field = { name: string; type: string; required: boolean; limits: Limit[]; about: string }

/** The bounds that the generator emits for an integer without explicit limits. */
const SAFE = Number.MAX_SAFE_INTEGER

/** All fields of an object schema, nested ones by their full path. */
export function fieldsOf(schema: unknown, prefix = ''): Field[] {
  const alternatives = shapesOf(object(schema))
  const names = new Set(alternatives.flatMap((shape) => Object.keys(object(shape['properties']))))
  return [...names].flatMap((name) => {
    const holders = alternatives.filter((shape) => name in object(shape['properties']))
    const own = object(object(holders[0]?.['properties'])[name])
    // A field missing from one alternative is optional.
    const required = alternatives.every((shape) => list(shape['required']).includes(name))
    return [fieldOf(prefix + name, own, required), ...nested(prefix + name, own)]
  })
}

export function fieldOf(name: string, schema: Json, required: boolean): Field {
  return { name, type: typeOf(schema), required, limits: limitsOf(schema), about: text(schema['description']) }
}

function nested(name: string, schema: Json): Field[] {
  const parts = variantsOf(schema)
  return parts.flatMap((part) => {
    if ('items' in part) return fieldsOf(part['items'], `${name}[].`)
    return isObject(part['properties']) ? fieldsOf(part, `${name}.`) : []
  })
}

/** The object schemas among the variants of a schema. */
function shapesOf(schema: Json): Json[] {
  return variantsOf(schema).filter((variant) => isObject(variant['properties']))
}

function variantsOf(schema: Json): Json[] {
  const variants = [...list(schema['anyOf']), ...list(schema['oneOf'])].map(object)
  return variants.length > 0 ? variants.flatMap(variantsOf) : [schema]
}

/** `string[]`, `integer | null`, `"a" | "b"`, `{…: integer}`. */
export function typeOf(schema: Json): string {
  const variants = variantsOf(schema)
  if (variants.length > 1) return [...new Set(variants.map(typeOf))].join(' | ')
  const [only = schema] = variants
  if ('const' in only) return JSON.stringify(only['const'])
  if (Array.isArray(only['enum']))
    return list(only['enum'])
      .map((each) => JSON.stringify(each))
      .join(' | ')
  const names = Array.isArray(only['type']) ? list(only['type']).map(text) : [text(only['type'])]
  return names.map((name) => namedType(name, only)).join(' | ')
}

function namedType(name: string, schema: Json): string {
  if (name === 'array') return arrayType(schema)
  if (name !== 'object') return name || 'any'
  const values = schema['additionalProperties']
  return isObject(values) && !isObject(schema['properties']) ? `{…: ${typeOf(values)}}` : 'object'
}

function arrayType(schema: Json): string {
  const items = list(schema['prefixItems']).map((item) => typeOf(object(item)))
  if (items.length > 0) return `[${items.join(', ')}]`
  const item = typeOf(object(schema['items']))
  return item.includes(' ') ? `(${item})[]` : `${item}[]`
}

function limitsOf(schema: Json): Limit[] {
  const from = variantsOf(schema)
  return [
    ...from.flatMap((variant) => bounds('number', variant['minimum'], variant['maximum'])),
    ...from.flatMap((variant) => bounds('characters', variant['minLength'], variant['maxLength'])),
    ...from.flatMap((variant) =>
      variant['prefixItems'] ? [] : bounds('items', variant['minItems'], variant['maxItems']),
    ),
    ...('default' in schema ? [{ of: 'default' as const, value: JSON.stringify(schema['default']) }] : []),
  ]
}

function bounds(of: 'number' | 'characters' | 'items', low: unknown, high: unknown): Limit[] {
  const [min, max] = [meant(number(low)), meant(number(high))]
  return min === undefined && max === undefined ? [] : [{ of, min, max }]
}

function meant(bound: number | undefined): number | undefined {
  return bound !== undefined && Math.abs(bound) < SAFE ? bound : undefined
}
