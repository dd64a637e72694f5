import { z } from 'zod'
import { isSitePath } from '#base/site-path.ts'

export const AckForm = z.object({
  next: z.string().refine(isSitePath).catch('/dashboard'),
})
