import { z } from 'zod'
import { isOpaqueId } from '#base/ids.ts'
import { truncateChars } from '#base/text.ts'
import { MAX_QUERY_CHARS } from '#features/files/file.ts'
import { pathOf, splitPath } from '#features/files/path.ts'
import type { Api } from './api.ts'
import { Complaint } from './io.ts'

export const FileItem = z.object({
  id: z.string(),
  /** Servers before folders send none. */
  folder: z.string().default(''),
  file_name: z.string(),
  language: z.string(),
  version: z.number(),
  size_bytes: z.number(),
  updated_at: z.string(),
  matches: z.array(z.object({ line: z.number(), text: z.string() })).optional(),
})
const FileList = z.object({ items: z.array(FileItem), next_cursor: z.string().nullable() })
export type FileItem = z.output<typeof FileItem>

/** Finds a file by its id or its exact path. A search may not be as long as a name, so its beginning is searched for. */
export async function findFile(api: Api, pathOrId: string): Promise<{ id: string; path: string }> {
  if (isOpaqueId(pathOrId)) return { id: pathOrId, path: pathOrId }
  const { folder, fileName } = splitPath(pathOrId)
  const q = truncateChars(fileName, MAX_QUERY_CHARS)
  for await (const file of allFiles(api, { q, ...(folder !== '' && { folder }) }))
    if (pathOfItem(file) === pathOrId) return { id: file.id, path: pathOrId }
  throw new Complaint(`There is no file named ${pathOrId}.`)
}

/** `src/a.py` */
export function pathOfItem({ folder, file_name: fileName }: { folder: string; file_name: string }): string {
  return pathOf({ folder, fileName })
}

/** Reads page after page until the caller stops. */
export async function* allFiles(api: Api, filters: Record<string, string>): AsyncGenerator<FileItem> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ ...filters, ...(cursor !== '' && { cursor }) })
    const page: z.output<typeof FileList> = await api.get(`/api/files?${query}`, FileList)
    yield* page.items
    cursor = page.next_cursor
  }
}
