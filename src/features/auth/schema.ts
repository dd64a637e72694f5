import { z } from 'zod'
import { LOCALES } from '#base/messages.ts'
import { safeNext } from './next-path.ts'
import { THEMES } from '#base/themes.ts'

/** Any object: what is wrong inside is one 401, not a tour of the checks. */
export const WidgetBody = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Fields of the login widget: id, first_name, auth_date, hash and whatever else it sends' })

/** The link that the bot sent: every field is part of what was signed. */
export const EnterQuery = z.record(z.string(), z.string())

export const SignedIn = z.object({ success: z.literal(true) })

/** Where to go afterwards; anything that is not a path of this site becomes the dashboard. */
const Next = z.string().optional().transform(safeNext)

export const NextQuery = z.object({ next: Next })

export const SessionParams = z.object({ id: z.string() })

export const AppearanceBody = z.object({
  locale: z.enum(LOCALES).optional(),
  theme: z.enum(THEMES).optional(),
  next: Next,
})
