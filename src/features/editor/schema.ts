import { z } from 'zod'
import type { Fields } from './fields.ts'

const text = z.string().default('')

/** Text as typed: a form answers what is wrong with itself, not with an error page. */
const form = { file_name: text, content: text, language: text, description: text, tags: text }

export const NewBody = z.object(form)
export const EditBody = z.object({ ...form, prev_version: z.coerce.number().int().min(1) })
export const NewQuery = z.object({ name: text })
export const FileParams = z.object({ id: z.string() })

export function toFields({ file_name: fileName, ...rest }: z.output<typeof NewBody>): Fields {
  const { content, language, description, tags } = rest
  return { fileName, content, language, description, tags }
}

/** As `POST /api/files` answers. */
export function toCreated({ id, fileName, version }: { id: string; fileName: string; version: number }) {
  return { ok: true as const, file_id: id, file_name: fileName, version }
}
