/** Reads JSON of unknown shape without trusting it. */
export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function object(value: unknown): Json {
  return isObject(value) ? value : {}
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
