import { z } from 'zod'

/** Without `service` a client asks for the old protocol, which reads files. */
export const RefsQuery = z.object({ service: z.string().max(100).optional() })
