import { type Json, list, number, object, text } from './json.ts'

export type CurlRequest = {
  origin: string
  method: string
  path: string
  /** Whether the operation accepts a personal access token. */
  withToken: boolean
  body: { mediaType: string; schema: Json } | null
}

/** A command to paste into a shell; parts in angle brackets are to be filled in. */
export function curlLine({ origin, method, path, withToken, body }: CurlRequest): string {
  const url = `'${origin}${path.replaceAll(/\{(\w+)\}/g, '<$1>')}'`
  const parts = [
    method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`,
    ...(withToken ? ["-H 'Authorization: Bearer <token>'"] : []),
    ...(body ? payload(body.mediaType, body.schema) : []),
  ]
  return parts.join(' \\\n  ')
}

function payload(mediaType: string, schema: Json): string[] {
  if (mediaType === 'multipart/form-data') return ["-F 'files=@<path>'"]
  if (mediaType !== 'application/json') return [`-H 'Content-Type: ${mediaType}'`, "--data-binary '@<path>'"]
  const json = JSON.stringify(sample(schema, 'value')).replaceAll("'", String.raw`'\''`)
  return ["-H 'Content-Type: application/json'", `-d '${json}'`]
}

/** A sample value that matches the schema: the required properties, or all when none is required. */
function sample(schema: Json, name: string): unknown {
  const [variant] = [...list(schema['anyOf']), ...list(schema['oneOf'])]
  if (variant !== undefined) return sample(object(variant), name)
  if ('default' in schema) return schema['default']
  if (Array.isArray(schema['enum'])) return list(schema['enum'])[0]
  switch (text(schema['type'])) {
    case 'integer':
    case 'number':
      return Math.max(1, number(schema['minimum']) ?? 1)
    case 'boolean':
      return true
    case 'array':
      return [sample(object(schema['items']), name.replace(/s$/, ''))]
    case 'object':
      return sampleObject(schema)
    default:
      return `<${name}>`
  }
}

function sampleObject(schema: Json): Record<string, unknown> {
  const properties = Object.entries(object(schema['properties'])).map(([key, value]) => [key, object(value)] as const)
  const required = list(schema['required'])
  const asked = properties.filter(([key]) => required.includes(key))
  // A version number alone is no useful sample, so show the first property too.
  const isMeaningful = asked.some(([, { type }]) => type !== 'integer' && type !== 'boolean')
  const shown = properties.filter(
    ([key], i) => required.length === 0 || required.includes(key) || (!isMeaningful && i === 0),
  )
  return Object.fromEntries(shown.map(([key, value]) => [key, sample(value, key)]))
}
