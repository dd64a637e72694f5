import { type JsonBudget, parseJsonWithin } from '#base/json-budget.ts'
import { parseMoment } from '#base/parse-timestamp.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Five thousand snippets with forty values each. */
const BUDGET: JsonBudget = { values: 200_000, depth: 64 }

/** Undefined when the text is not JSON, or has more values than can be moved at once. */
export function parseJson(text: string): unknown {
  return parseJsonWithin(text, BUDGET)
}

/** Empty when it is missing or not a text. */
export function textAt(record: JsonRecord, key: string): string {
  const value = record[key]
  return typeof value === 'string' ? value : ''
}

export function textsAt(record: JsonRecord, key: string): string[] {
  const value = record[key]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

export function recordsAt(record: JsonRecord, key: string): JsonRecord[] {
  const value = record[key]
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Ids are texts in some versions of a format and numbers in others. */
export function idAt(record: JsonRecord, key: string): string {
  const value = record[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const YEAR_10000_MS = 253_402_300_800_000

/** An ISO 8601 text, or milliseconds since 1970; null for anything else. */
export function momentAt(record: JsonRecord, key: string): Date | null {
  const value = record[key]
  if (typeof value === 'string') return parseMoment(value)
  if (typeof value !== 'number' || !(value > 0 && value < YEAR_10000_MS)) return null
  return new Date(Math.trunc(value))
}
