import { z } from 'zod'
import { SINCE } from '../act.ts'

/** A page: what is strange in its address is left out, and the page says so. */
export const JournalQuery = z.object({
  token: z.string().optional(),
  /** Null: there is no such choice. */
  show: z.enum(['writes', 'all']).nullable().catch(null).default('writes'),
  cursor: z.string().optional(),
})

export const UndoForm = z.object({ token: z.string(), since: z.enum(SINCE) })
