import { z } from 'zod'
import { PageListQuery } from './files.ts'
import { readTags } from '../tags.ts'

/** The result of a form without script, shown as a notice by the page it redirects to. Unknown values show no notice. */
const DONE = ['favorite', 'unfavorite', 'tag', 'move', 'trash', 'none', 'too_many', 'no_tags', 'bad_tags'] as const

export const FilesQuery = PageListQuery.extend({
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

/** A new name for the restored file, used when its own is taken. */
export const RestoreForm = z.object({ file_name: z.string().optional() })

export const BulkForm = z.object({
  action: z.enum(['favorite', 'unfavorite', 'tag', 'move', 'trash', 'zip', 'share']),
  file_ids: Values,
  tags: Values.transform(readTags),
  folder: z.string().default(''),
  /** The list to redirect to; any other target would be an open redirect. */
  next: z
    .string()
    .regex(/^\/files(\?[^#]*)?$/)
    .catch('/files'),
})

/** A button in a row acts on that row only, whatever is ticked. */
export const OnlyQuery = z.object({ only: z.string().optional() })
