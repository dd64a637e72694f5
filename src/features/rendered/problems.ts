import type { FileId } from '#base/ids.ts'
import { problem } from '#platform/problem.ts'

/** The file exists but has no such view: the error page links to its source. */
export const notRenderable = problem<{ file_id: FileId; language: string }>(
  415,
  'not_renderable',
  {
    he: 'לקובץ הזה אין תצוגה כזו. את המקור שלו אפשר לקרוא תמיד.',
    en: 'This file has no such view. Its source can always be read.',
  },
  'not_renderable',
  ({ file_id: id }) => ({ href: `/file/${id}`, label: { he: 'למקור', en: 'View source' } }),
)
