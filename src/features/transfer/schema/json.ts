import { z } from 'zod'
import { type JsonBudget, parseJsonWithin } from '#base/json-budget.ts'
import { parseMoment } from '#base/parse-timestamp.ts'

/** The largest parts are a share with five thousand hidden lines in each of a hundred files, and the list of 150,000 files. */
const BUDGET: JsonBudget = { values: 1_000_000, depth: 16 }

/** Undefined when the text is not JSON, or has more values than any export. */
export function parseJson(text: string): unknown {
  return parseJsonWithin(text, BUDGET)
}

/** Indented and with a final newline, for people who read an export. */
export function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A real calendar moment: `new Date` would take 30 February for 2 March. */
export const Moment = z.string().transform((text, context) => {
  const moment = parseMoment(text)
  if (moment) return moment
  context.addIssue({ code: 'custom', message: 'not a moment' })
  return z.NEVER
})

export const Hash = z.string().regex(/^[0-9a-f]{64}$/)
