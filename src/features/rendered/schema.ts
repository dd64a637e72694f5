import { z } from 'zod'

export const IdParams = z.object({ id: z.string() })

/** Scripts run only for who asks for them, each time anew. */
export const HtmlQuery = z.object({ scripts: z.literal('on').optional() })
