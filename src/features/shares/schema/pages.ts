import { z } from 'zod'
import { LOCALES } from '#base/messages.ts'
import { paneHref } from '#base/settings-panes.ts'
import { parseId } from '#base/ids.ts'
import { OrdinalText } from '#base/wire-types.ts'
import { EMBED_THEMES, parseRange } from '../embed.ts'
import { parseLines } from '../hidden-lines.ts'
import { SHARE_KINDS } from '../share.ts'

export const ShareParams = z.object({ share_id: z.string() })
export const TokenParams = z.object({ token: z.string() })
export const LinkFileParams = z.object({ token: z.string(), place: z.coerce.number().int().min(1).max(100) })

const Position = z.coerce.number().int().min(1).max(100).optional().catch(undefined)
export const LinkQuery = z.object({ file: Position })

/** A form sends one value as a string and several as a list. */
const Values = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((values) => (values === undefined ? [] : [values].flat()))

/** The query of the prepare page and its form have the same fields, so that a reload shows the same state. */
export const PrepareForm = z
  .looseObject({
    files: z.string().default(''),
    v: OrdinalText.optional().catch(undefined),
    /** Lines that do not parse are an error: ignoring them would share the whole file. */
    lines: z
      .string()
      .refine((text) => parseRange(text) !== null, 'not a range of lines')
      .optional(),
    kind: z.enum(SHARE_KINDS).optional().catch(undefined),
    days: z.enum(['1', '7', '30', '90', 'none']).default('7').catch('7'),
    file: Position,
    hide: Values,
    note: Values,
    /** The choice that the page showed; absent on the first visit. */
    shown: z.string().optional(),
    made: z.string().optional(),
  })
  .transform(({ files, v, lines: range, kind, days, file, hide, note, shown, made, ...rest }) => ({
    ids: files.split(',').filter(Boolean),
    version: v,
    range: parseRange(range ?? ''),
    kind,
    days: days === 'none' ? null : Number(days),
    position: file,
    ticked: hide,
    noteIds: note,
    typed: typedIn(rest),
    shown,
    made: parseId<'share'>(made ?? ''),
  }))

/** `lines3=5, 7-9` belongs to the third file. `lines` is null when the text does not parse. */
function typedIn(rest: Record<string, unknown>): Map<number, { text: string; lines: number[] | null }> {
  return new Map(
    Object.entries(rest).flatMap(([name, text]) => {
      const position = Number(/^lines(\d{1,3})$/.exec(name)?.[1])
      return typeof text === 'string' && text.length < 1_000 && position > 0
        ? [[position, { text, lines: parseLines(text) }] as const]
        : []
    }),
  )
}

/** Redirects to the page of the button; any other target would be an open redirect. */
export const RevokeForm = z.object({
  next: z
    .string()
    .regex(/^\/(shares\/new\?[\w=,&-]*|settings\/shares)$/)
    .catch(paneHref('shares')),
})

export const SaveForm = z.object({ file_name: z.string().optional() })

/** Nothing here is an error page, which no other site may frame: lines that do not parse are displayed in the embed. */
export const EmbedQuery = z.object({
  file: Position,
  lines: z.string().optional().catch('?'),
  theme: z.enum(EMBED_THEMES).catch('auto'),
  lang: z.enum(LOCALES).optional().catch(undefined),
})

const Pixels = z.coerce.number().int().min(1).optional()
export const OembedQuery = z.object({
  url: z.string().min(1),
  format: z.string().default('json'),
  maxwidth: Pixels,
  maxheight: Pixels,
})
export const OembedReply = z.object({
  type: z.literal('rich'),
  version: z.literal('1.0'),
  provider_name: z.literal('Codeshelf'),
  provider_url: z.string(),
  title: z.string(),
  width: z.int(),
  height: z.int(),
  html: z.string(),
})

export const FeedParams = z.object({ key: z.string() })
export const FeedForm = z.object({ feed: z.enum(['on', 'off']) })
export const InFeedForm = RevokeForm.extend({ in_feed: z.enum(['yes', 'no']) })
