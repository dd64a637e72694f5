import { z } from 'zod'
import { parseMoment } from '#base/moment.ts'

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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
