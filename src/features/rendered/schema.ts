import { z } from 'zod'

export const IdParams = z.object({ id: z.string() })

/** Scripts run only on explicit request, each time anew. */
export const HtmlQuery = z.object({ scripts: z.literal('on').optional() })
