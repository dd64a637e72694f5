import { z } from 'zod'
import { isOpaqueId } from '#base/ids.ts'
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

/** By id, or by its exact name: never by something like it. */
export async function findFile(api: Api, nameOrId: string): Promise<{ id: string; file_name: string }> {
  if (isOpaqueId(nameOrId)) return { id: nameOrId, file_name: nameOrId }
  for await (const file of allFiles(api, { q: nameOrId })) if (file.file_name === nameOrId) return file
  throw new Complaint(`There is no file named ${nameOrId}.`)
}

/** Page after page, as long as somebody asks. */
export async function* allFiles(api: Api, filters: Record<string, string>): AsyncGenerator<FileItem> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ ...filters, ...(cursor !== '' && { cursor }) })
    const page: z.output<typeof FileList> = await api.get(`/api/files?${query}`, FileList)
    yield* page.items
    cursor = page.next_cursor
  }
}
