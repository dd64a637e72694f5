import { z } from 'zod'
import { BrowseQuery } from './repos.ts'

/** `skip`: the number of newer commits on the pages before. */
export const BrowsePageQuery = BrowseQuery.extend({
  skip: z.coerce.number().int().min(0).max(10_000_000).optional().catch(undefined),
})
