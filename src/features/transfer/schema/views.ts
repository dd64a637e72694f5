import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { VIEW_PAGES } from '#base/view-query.ts'
import type { LibraryView } from '../library.ts'
import { Moment, parseJson, writeJson } from './json.ts'

const ViewText = z.object({
  id: z.string(),
  name: z.string(),
  page: z.enum(VIEW_PAGES),
  query: z.string(),
  created_at: Moment,
})

export function writeView({ id, name, page, query, createdAt }: LibraryView): string {
  const written: z.input<typeof ViewText> = { id, name, page, query, created_at: isoUtc(createdAt) }
  return writeJson(written)
}

export function readView(text: string): LibraryView | null {
  const { data } = ViewText.safeParse(parseJson(text))
  if (!data) return null
  const { created_at: createdAt, ...view } = data
  return { ...view, createdAt }
}
