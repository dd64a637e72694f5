import { z } from 'zod'
import { type Id, parseId } from './ids.ts'
import { charLength, isStorableText } from './text.ts'

/** Text that can be stored as sent, at most `max` characters; zod's own `.max()` counts UTF-16 units. */
export function chars(max: number, min = 0) {
  return z
    .string()
    .refine(isStorableText, 'cannot be stored')
    .superRefine((text, context) => {
      const length = charLength(text)
      if (length > max)
        context.addIssue({ code: 'too_big', maximum: max, origin: 'string', inclusive: true, input: text })
      if (length < min)
        context.addIssue({ code: 'too_small', minimum: min, origin: 'string', inclusive: true, input: text })
    })
    .meta({ maxLength: max, ...(min > 0 && { minLength: min }) })
}

/** PostgreSQL's `integer`: a larger number makes the statement fail. */
const MAX_INTEGER = 2_147_483_647

/** A number that counts from 1 and is compared with a column: a line, a version. */
export const Ordinal = z.int().min(1).max(MAX_INTEGER)
/** The same from a URL or a form, where numbers are text. */
export const OrdinalText = z.coerce.number().int().min(1).max(MAX_INTEGER)

/** A path segment that should be an id. Anything else cannot exist, so it is the same 404 as an unknown id. */
export function parseIdOr<Kind extends string>(text: string, refuse: () => Error): Id<Kind> {
  const id = parseId<Kind>(text)
  if (!id) throw refuse()
  return id
}

export const Ok = z.object({ ok: z.literal(true) })
