import type { FileId } from '#base/ids.ts'
import { idOr } from '#base/wire.ts'
import { fileNotFound } from '#features/files/public.ts'

/** What is not an id cannot exist: the same answer as an unknown file. */
export function fileIdOf(text: string): FileId {
  return idOr<'file'>(text, () => fileNotFound({ file_id: text }))
}
