import { isObject, type Json, list, number, object, text } from './json.ts'

/** What a value must keep to. Numbers by size, texts by characters, lists by length. */
export type Limit =
  | { of: 'number' | 'characters' | 'items'; min: number | undefined; max: number | undefined }
  | { of: 'default'; value: string }

/** One line of a table: `items[].file_name`, however deep it stands. */
export type Field = { name: string; type: string; required: boolean; limits: Limit[]; about: string }

/** What a schema says of an integer when nobody said anything. */
const SAFE = Number.MAX_SAFE_INTEGER

/** Every field of an object schema, the nested ones by their full name. */
export function fieldsOf(schema: unknown, prefix = ''): Field[] {
  const alternatives = shapesOf(object(schema))
  const names = new Set(alternatives.flatMap((shape) => Object.keys(object(shape['properties']))))
  return [...names].flatMap((name) => {
    const holders = alternatives.filter((shape) => name in object(shape['properties']))
    const own = object(object(holders[0]?.['properties'])[name])
    // Missing from one alternative, it need not be there.
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
  const places = list(schema['prefixItems']).map((place) => typeOf(object(place)))
  if (places.length > 0) return `[${places.join(', ')}]`
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
