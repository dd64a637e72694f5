import { z } from 'zod'
import { ListQuery } from '../schema.ts'
import { readTags } from '../tags.ts'

/** What a form without script did, told by the page it leads back to. A stale or strange one says nothing. */
const DONE = ['favorite', 'unfavorite', 'tag', 'trash', 'none', 'too_many', 'no_tags', 'bad_tags'] as const

export const FilesQuery = ListQuery.extend({
  done: z.enum(DONE).optional().catch(undefined),
  n: z.coerce.number().int().min(0).optional().catch(undefined),
})

export const TrashQuery = z.object({
  cursor: z.string().optional(),
  done: z.enum(['restored', 'purged']).optional().catch(undefined),
  /** The file that was restored, or whose name was taken. */
  file: z.string().optional(),
  taken: z.string().optional(),
})

/** A form sends one value as a string and several as a list. */
const Values = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((values) => (values === undefined ? [] : [values].flat()))

/** Another name than the one it had, when that is taken. */
export const RestoreForm = z.object({ file_name: z.string().optional() })

export const BulkForm = z.object({
  action: z.enum(['favorite', 'unfavorite', 'tag', 'trash', 'zip', 'share']),
  file_ids: Values,
  tags: Values.transform(readTags),
  /** Back to the same list, and to nowhere else. */
  next: z
    .string()
    .regex(/^\/files(\?[^#]*)?$/)
    .catch('/files'),
})

/** A button of one row acts on that row, whatever is ticked. */
export const OnlyQuery = z.object({ only: z.string().optional() })
