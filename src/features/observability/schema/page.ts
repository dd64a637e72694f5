import { z } from 'zod'
import { decodeCursor } from '#base/cursor.ts'
import { parseMoment } from '#base/parse-timestamp.ts'
import { SEVERITIES } from '#base/severity.ts'
import { chars } from '#base/wire-types.ts'
import type { Filters } from '../filters.ts'
import { TIMERANGES, type WindowRequest } from '../window.ts'

/** Treats an empty form field as absent. */
const given = z.string().transform((text) => (text === '' ? undefined : text))
const moment = given.pipe(
  z
    .string()
    .refine((text) => parseMoment(text) !== null)
    .optional(),
)

export const PageQuery = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

const Fields = z.object({
  timerange: given.pipe(z.enum(TIMERANGES).optional()).optional(),
  start_time: moment.optional(),
  end_time: moment.optional(),
  severity: given.pipe(z.enum(SEVERITIES).optional()).optional(),
  type: given.pipe(chars(200).optional()).optional(),
  q: given.pipe(chars(200).optional()).optional(),
  info: z.stringbool().default(false),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  cursor: z
    .string()
    .refine((text) => decodeCursor(text) !== null)
    .optional(),
})

export type PageRequest = {
  filters: Filters
  window: WindowRequest
  page: number
  cursor?: string | undefined
  isBad: boolean
}

/** Query of the page. For an invalid value the page shows its default content and a notice. */
export function readPage(query: z.output<typeof PageQuery>): PageRequest {
  const { data } = Fields.safeParse(query)
  if (!data) return { filters: { info: false }, window: {}, page: 1, isBad: true }
  const { timerange, start_time: startTime, end_time: endTime, severity, type, q, info, page, cursor } = data
  const at = (text: string | undefined) => (text === undefined ? undefined : (parseMoment(text) ?? undefined))
  return {
    filters: { timerange, startTime, endTime, severity, type, q, info },
    window: { timerange, start: at(startTime), end: at(endTime) },
    page,
    cursor,
    isBad: false,
  }
}
