import { z } from 'zod'
import { isOpaqueId } from '#base/ids.ts'
import { truncateChars } from '#base/text.ts'
import { MAX_QUERY_CHARS } from '#features/files/file.ts'
import type { Api } from './api.ts'
import { Complaint } from './io.ts'

export const FileItem = z.object({
  id: z.string(),
  file_name: z.string(),
  language: z.string(),
  version: z.number(),
  size_bytes: z.number(),
  updated_at: z.string(),
  matches: z.array(z.object({ line: z.number(), text: z.string() })).optional(),
})
const FileList = z.object({ items: z.array(FileItem), next_cursor: z.string().nullable() })
export type FileItem = z.output<typeof FileItem>

/** Finds a file by its id or its exact name. A search may not be as long as a name, so its beginning is searched for. */
export async function findFile(api: Api, nameOrId: string): Promise<{ id: string; file_name: string }> {
  if (isOpaqueId(nameOrId)) return { id: nameOrId, file_name: nameOrId }
  const q = truncateChars(nameOrId, MAX_QUERY_CHARS)
  for await (const file of allFiles(api, { q })) if (file.file_name === nameOrId) return file
  throw new Complaint(`There is no file named ${nameOrId}.`)
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
