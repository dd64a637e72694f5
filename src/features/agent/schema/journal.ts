import { z } from 'zod'
import { SINCE } from '../act.ts'

/** Query of the page: invalid values are dropped, and the page shows a notice. */
export const JournalQuery = z.object({
  token: z.string().optional(),
  /** Null when the value is invalid. */
  show: z.enum(['writes', 'all']).nullable().catch(null).default('writes'),
  cursor: z.string().optional(),
})

export const UndoForm = z.object({ token: z.string(), since: z.enum(SINCE) })
