import { z } from 'zod'
import { LOCALES } from '#base/messages.ts'

export const LanguageQuery = z.object({ lang: z.enum(LOCALES).optional().catch(undefined) })
