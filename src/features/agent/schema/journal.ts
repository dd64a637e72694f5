import { z } from 'zod'
import { type Cursor, decodeCursor } from '#base/cursor.ts'
import { type Id, parseId } from '#base/ids.ts'
import { SINCE } from '../act.ts'

/** A page: what is strange in its address is left out. */
export const JournalQuery = z.object({
  token: z.string().optional(),
  show: z.enum(['writes', 'all']).catch('writes').default('writes'),
  cursor: z.string().optional(),
})

export function readToken(text: string | undefined): Id<'token'> | null {
  return text === undefined ? null : parseId<'token'>(text)
}

export function readCursor(text: string | undefined): Cursor<'act'> | null {
  return text === undefined ? null : decodeCursor<'act'>(text)
}

export const UndoForm = z.object({ token: z.string(), since: z.enum(SINCE) })
