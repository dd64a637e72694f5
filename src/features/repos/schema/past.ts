import { z } from 'zod'
import { BrowseQuery } from './repos.ts'

/** `skip`: how many newer commits of a history stand on the pages before. */
export const PastQuery = BrowseQuery.extend({
  skip: z.coerce.number().int().min(0).max(10_000_000).optional().catch(undefined),
})
