import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { VIEW_PAGES, viewHref } from '#base/view-query.ts'
import { chars, Ordinal, OrdinalText } from '#base/wire-types.ts'
import { MAX_VIEW_NAME_CHARS, MAX_VIEW_QUERY_CHARS, MAX_VIEWS, type View } from './view.ts'

const Name = chars(MAX_VIEW_NAME_CHARS, 1).refine((name) => name.trim() !== '', 'is blank')
const Page = z.enum(VIEW_PAGES)
/** The part of the page's address after the question mark; the service checks its fields. */
const Query = chars(MAX_VIEW_QUERY_CHARS, 1)

export const ViewItem = z.object({
  id: z.string(),
  name: z.string(),
  page: Page,
  query: z.string(),
  url: z.string(),
  created_at: z.string(),
})

export function toView({ id, name, page, query, createdAt }: View): z.output<typeof ViewItem> {
  return { id, name, page, query, url: viewHref({ page, query }), created_at: isoUtc(createdAt) }
}

/** `position`: where it comes in the list; at the end without it. */
export const CreateBody = z.strictObject({ name: Name, page: Page, query: Query, position: Ordinal.optional() })
export const ChangeBody = z
  .strictObject({ name: Name.optional(), query: Query.optional() })
  .refine(({ name, query }) => name !== undefined || query !== undefined, 'changes nothing')
export const OrderBody = z.strictObject({ view_ids: z.array(z.string()).min(1).max(MAX_VIEWS) })

export const ViewParams = z.object({ id: z.string() })
export const ViewReply = z.object({ ok: z.literal(true), view: ViewItem })
export const ViewsReply = z.object({ ok: z.literal(true), views: z.array(ViewItem), count: z.int() })

/** The service validates these fields, because the page shows what was typed again with the reason. */
export const SaveForm = z.object({
  name: z.string(),
  page: z.string(),
  query: z.string(),
  position: OrdinalText.optional(),
})
export const RenameForm = z.object({ name: z.string() })
export const MoveForm = z.object({ to: z.enum(['up', 'down']) })
/** The result of a form. */
export const PageQuery = z.object({ done: z.enum(['renamed']).optional().catch(undefined) })
