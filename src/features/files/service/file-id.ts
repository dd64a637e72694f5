import type { FileId } from '#base/ids.ts'
import { parseIdOr } from '#base/wire-types.ts'
import { fileNotFound } from '../problems.ts'

/** A malformed id gets the same response as an unknown file. */
export function parseFileId(text: string): FileId {
  return parseIdOr<'file'>(text, () => fileNotFound({ file_id: text }))
}
