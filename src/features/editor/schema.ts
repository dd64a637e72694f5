import { z } from 'zod'
import { OrdinalText } from '#base/wire-types.ts'
import type { Fields } from './fields.ts'

const text = z.string().default('')

/** Any text is valid here, because the form shows problems beside its fields instead of an error page. */
const form = { file_name: text, content: text, language: text, description: text, tags: text }

export const NewBody = z.object(form)
export const EditBody = z.object({ ...form, prev_version: OrdinalText })
export const NewQuery = z.object({ name: text })
export const FileParams = z.object({ id: z.string() })

export function toFields({ file_name: fileName, ...rest }: z.output<typeof NewBody>): Fields {
  const { content, language, description, tags } = rest
  return { fileName, content, language, description, tags }
}

/** The reply of `POST /api/files`. */
type Created = { id: string; folder: string; fileName: string; version: number }

export function toCreated({ id, folder, fileName, version }: Created) {
  return { ok: true as const, file_id: id, folder, file_name: fileName, version }
}
