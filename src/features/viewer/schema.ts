import { z } from 'zod'

export const IdParams = z.object({ id: z.string() })

const VersionNumber = z.coerce.number().int().min(1)

/** `v` pins a version, so that a link to lines means the same lines for ever. */
export const TextQuery = z.object({ v: VersionNumber.optional() })

/** `reveal` shows hidden direction marks as signs. */
export const ViewQuery = TextQuery.extend({ reveal: z.literal('1').optional() })

export const HistoryQuery = z.object({
  from: VersionNumber.optional(),
  to: VersionNumber.optional(),
  view: z.enum(['unified', 'split']).optional(),
})

/** Forms of the page; islands use the JSON routes of the files themselves. */
export const DetailsForm = z.object({
  file_name: z.string().optional(),
  language: z.string().optional(),
  prev_version: VersionNumber,
})

const Flag = z.enum(['true', 'false']).transform((flag) => flag === 'true')
export const MarksForm = z.object({ is_favorite: Flag.optional(), is_pinned: Flag.optional() })

export const VersionForm = z.object({ version: VersionNumber })
