import { z } from 'zod'
import { decodeInboxCursor, type InboxCursor } from '#features/notes/inbox.ts'

export const InboxQueryFields = z.object({
  q: z.string().optional(),
  show: z.string().optional(),
  color: z.string().optional(),
  file: z.string().optional(),
  board: z.string().optional(),
  repo: z.string().optional(),
  note: z.string().optional(),
  cursor: z.string().optional(),
  /** The result of a form without script. */
  done: z.enum(['ticked', 'stale']).optional().catch(undefined),
})

/** When it is invalid, the page starts at the top and displays a notice. */
export function readInboxCursor(text: string | undefined): { cursor: InboxCursor | null; isInvalidCursor: boolean } {
  const cursor = text === undefined ? null : decodeInboxCursor(text)
  return { cursor, isInvalidCursor: text !== undefined && cursor === null }
}

/** A form sends one value as a string and several as a list. `back` is the query of the page that has the form. */
export const TicksForm = z.object({
  task: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .transform((values) => new Set([values ?? []].flat().map(Number))),
  shown: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number),
  prev_updated_at: z.string(),
  back: z.string().default(''),
})
