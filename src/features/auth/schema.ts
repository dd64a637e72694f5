import { z } from 'zod'
import { LOCALES } from '#base/messages.ts'
import { safeNext } from './next-path.ts'
import { THEMES } from '#base/themes.ts'

/** The widget sends a few hundred bytes, and anyone may call this route. */
export const SIGN_IN_BODY_BYTES = 16 * 1024

/** Accepts any object: everything wrong inside gets the same 401, so that callers cannot probe the checks. */
export const WidgetBody = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Fields of the login widget: id, first_name, auth_date, hash and whatever else it sends' })

/** The query of the bot's link; everything wrong inside gets the same 401. */
export const EnterQuery = z.record(z.string(), z.unknown())

export const SignedIn = z.object({ success: z.literal(true) })

/** The path to continue to; anything that is not a path of this site becomes the dashboard. */
const Next = z.string().optional().transform(safeNext)

export const NextQuery = z.object({ next: Next })

export const SessionParams = z.object({ id: z.string() })

export const AppearanceBody = z.object({
  locale: z.enum(LOCALES).optional(),
  theme: z.enum(THEMES).optional(),
  next: Next,
})
