import { z } from 'zod'
import { isSitePath } from '#base/site-path.ts'
import { chars } from '#base/wire-types.ts'
import { type Announcement, MAX_LINK_CHARS, MAX_TEXT_CHARS } from './announcement.ts'

export const ActiveReply = z.union([
  z.object({ id: z.string(), text: z.string(), link: z.string().nullable() }),
  z.null(),
])

export function toActive({ id, text, link }: Pick<Announcement, 'id' | 'text' | 'link'>) {
  return { id, text, link }
}

/** An empty form field means no link; anything but a path of this site is refused. */
export const WriteForm = z.object({
  text: chars(MAX_TEXT_CHARS, 1).refine((text) => text.trim() !== '', 'is blank'),
  link: chars(MAX_LINK_CHARS)
    .refine((link) => link === '' || isSitePath(link), 'is not a path of this site')
    .default('')
    .transform((link) => (link === '' ? null : link)),
  activate: z.literal('on').optional(),
})

export const IdParams = z.object({ id: z.string() })
export const DismissBody = z.object({
  next: z.string().refine(isSitePath).catch('/dashboard'),
})
export const AdminQuery = z.object({
  before: z.string().optional(),
  done: z.enum(['written', 'activated', 'ended']).optional().catch(undefined),
})
