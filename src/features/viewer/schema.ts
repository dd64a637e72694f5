import { z } from 'zod'
import { OrdinalText } from '#base/wire-types.ts'
import { isFolder } from '#features/files/path.ts'

export const IdParams = z.object({ id: z.string() })

const VersionNumber = OrdinalText

/** `v` pins a version, so that a link to lines always means the same lines. */
export const TextQuery = z.object({ v: VersionNumber.optional() })

/** `reveal` shows hidden direction marks as signs. */
export const ViewQuery = TextQuery.extend({ reveal: z.literal('1').optional() })

/** `folder`: open to this folder instead of to the file. `level`: what is in that folder alone, for the script. */
export const TreeQuery = z.object({
  folder: z.string().max(1_000).refine(isFolder).optional(),
  level: z.literal('1').optional(),
})

export const HistoryQuery = z.object({
  from: VersionNumber.optional(),
  to: VersionNumber.optional(),
  view: z.enum(['unified', 'split']).optional(),
  /** After a restore: the version that was restored, and the one it became. */
  restored: VersionNumber.optional(),
  as: VersionNumber.optional(),
})

/** Forms of the page without script; islands call the JSON routes of the files feature. */
export const DetailsForm = z.object({
  file_name: z.string().optional(),
  language: z.string().optional(),
  description: z.string().optional(),
  tags: z.string().optional(),
  prev_version: VersionNumber,
})

const Flag = z.enum(['true', 'false']).transform((flag) => flag === 'true')
export const MarksForm = z.object({ is_favorite: Flag.optional(), is_pinned: Flag.optional() })

export const VersionForm = z.object({ version: VersionNumber })
