import { decodeKeyset, encodeKeyset } from '#base/cursor.ts'
import type { FileId } from '#base/ids.ts'
import type { File } from './file.ts'
import { pathOf } from './path.ts'

export const SORTS = ['created_at_desc', 'created_at_asc', 'updated_at_desc', 'name_asc', 'size_desc'] as const
export type Sort = (typeof SORTS)[number]

export function isByCreation(sort: Sort): boolean {
  return sort === 'created_at_desc' || sort === 'created_at_asc'
}

/** In these orders the files of a page were mostly created at about the same time. */
export function isNewestFirst(sort: Sort): boolean {
  return sort === 'created_at_desc' || sort === 'updated_at_desc'
}

/** The order of the page. The API keeps its own default, the newest files first. */
export const DEFAULT_PAGE_SORT = 'updated_at_desc'

/** Where a page of the list begins: the sort key of the row before it, and its id for rows with the same key. */
export type ListCursor = { key: Date | number | string; id: FileId }

export function cursorAfter(file: File, sort: Sort): ListCursor {
  return { key: keyOf(file, sort), id: file.id }
}

function keyOf(file: File, sort: Sort): ListCursor['key'] {
  switch (sort) {
    case 'created_at_desc':
    case 'created_at_asc':
      return file.createdAt
    case 'updated_at_desc':
      return file.updatedAt
    case 'name_asc':
      return pathOf(file)
    case 'size_desc':
      return file.sizeBytes
  }
}

export function encodeListCursor({ key, id }: ListCursor): string {
  return encodeKeyset(typeof key === 'string' ? encodeURIComponent(key) : `${Number(key)}`, id)
}

/** Null when it is not a cursor of a list in this order. */
export function decodeListCursor(text: string, sort: Sort): ListCursor | null {
  const keyset = decodeKeyset<'file'>(text)
  const key = keyset && parseKey(keyset.key, sort)
  if (!keyset || key === null) return null
  const cursor = { key, id: keyset.id }
  return encodeListCursor(cursor) === text ? cursor : null
}

function parseKey(text: string, sort: Sort): ListCursor['key'] | null {
  if (sort === 'name_asc') return parseName(text)
  if (sort === 'size_desc') return /^\d{1,9}$/.test(text) ? Number(text) : null
  return /^\d{1,15}$/.test(text) ? new Date(Number(text)) : null
}

function parseName(text: string): string | null {
  try {
    const name = decodeURIComponent(text)
    // PostgreSQL refuses NUL; no name has a control character.
    return /\p{Cc}/u.test(name) ? null : name
  } catch {
    return null
  }
}
