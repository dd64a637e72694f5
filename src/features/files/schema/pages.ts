import { z } from 'zod'
import { MAX_BULK } from '../file.ts'
import { PageListQuery } from './files.ts'
import { readTags } from '../tags.ts'

/** The result of a form without script, shown as a notice by the page it redirects to. Unknown values show no notice. */
const DONE = ['favorite', 'unfavorite', 'tag', 'move', 'trash', 'none', 'too_many', 'no_tags', 'bad_tags'] as const

export const FilesQuery = PageListQuery.extend({
  done: z.enum(DONE).optional().catch(undefined),
  n: z.coerce.number().int().min(0).optional().catch(undefined),
})

const Count = z.coerce.number().int().min(0).max(MAX_BULK).catch(0)

export const TrashQuery = z.object({
  cursor: z.string().optional(),
  done: z.enum(['restored', 'restored_many', 'purged', 'none']).optional().catch(undefined),
  /** The file that was restored, or whose name was taken. */
  file: z.string().optional(),
  taken: z.string().optional(),
  /** Of several files: how many were restored, and how many stayed because their names are taken. */
  n: Count,
  left: Count,
})

export type TrashNews = z.infer<typeof TrashQuery>

/** A form sends one value as a string and several as a list. */
const Values = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((values) => (values === undefined ? [] : [values].flat()))

/** The ticked files of the trash. */
export const RestoreManyForm = z.object({ file_ids: Values })

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
