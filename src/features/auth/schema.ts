import { z } from 'zod'
import { LOCALES } from '#base/messages.ts'
import { chars } from '#base/wire-types.ts'
import { ROLES } from '#base/roles.ts'
import { INVITATION_DAYS, MAX_NOTE_CHARS } from './invitation.ts'
import { MAX_FIRST_NAME_CHARS, MAX_METHOD_NAME } from './identity.ts'
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

/** The rules for names and passwords are checked by the service, which has a problem for each. */
const Typed = z.string().max(2_000)

export const PasswordBody = z.object({ sign_in_name: Typed, password: Typed })

export const JoinBody = z.object({
  first_name: chars(MAX_FIRST_NAME_CHARS, 1).refine((name) => name.trim() !== ''),
  sign_in_name: Typed,
  password: Typed,
})
export type JoinBody = z.output<typeof JoinBody>

export const JoinOptionsBody = JoinBody.pick({ first_name: true })
export type JoinOptionsBody = z.output<typeof JoinOptionsBody>

/** Accepts any object, like `WidgetBody`. */
export const PasskeyBody = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The credential that the browser answered, as JSON' })

export const PasskeyOptionsReply = z.object({
  ok: z.literal(true),
  options: z.record(z.string(), z.unknown()).meta({ description: 'The options of the browser’s passkey functions' }),
})

export const ConfirmReply = z.object({
  ok: z.literal(true),
  confirmed: z.boolean(),
  passkey: z.boolean(),
  password: z.string().nullable(),
  providers: z.array(z.object({ id: z.string(), label: z.string() })).readonly(),
  messenger: z.boolean(),
  demo: z.object({ name: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
})

export const RecoveryBody = z.object({ code: z.string().max(200) })

export const TokenParams = z.object({ token: z.string() })

export const MethodParams = z.object({ id: z.string() })
export const MethodNameBody = z.object({ name: chars(MAX_METHOD_NAME) })

export const ProviderParams = z.object({ provider: z.string() })
export const ProviderQuery = NextQuery.extend({ invitation: z.string().max(200).optional() })

export const InvitationParams = z.object({ id: z.string() })
export const InvitationForm = z.object({
  role: z.enum(ROLES),
  note: chars(MAX_NOTE_CHARS).default(''),
  days: z.coerce.number().refine((days) => INVITATION_DAYS.some((each) => each === days)),
})

export const SessionParams = z.object({ id: z.string() })

export const AppearanceBody = z.object({
  locale: z.enum(LOCALES).optional(),
  theme: z.enum(THEMES).optional(),
  next: Next,
})
