import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Reads a path of the API with the session of one person. */
export type Get = (path: string) => Promise<unknown>

const File = z.object({ id: z.string(), file_name: z.string(), version: z.number(), tags: z.array(z.string()) })
const Files = z.object({ items: z.array(File), next_cursor: z.string().nullable() })
const Versions = z.object({ versions: z.array(z.object({ version: z.number(), created_at: z.string() })) })
const Content = z.object({ version: z.object({ content: z.string() }) })
const Note = z.object({
  id: z.string(),
  content: z.string(),
  line_start: z.number().nullable(),
  line_end: z.number().nullable(),
  anchor_text: z.string().nullish(),
  place: z.unknown().optional(),
  updated_at: z.string(),
})
const Notes = z.object({ notes: z.array(Note) })
const Boards = z.object({ boards: z.array(z.object({ id: z.string(), name: z.string() })) })
const Due = z.object({ items: z.array(z.object({ note_id: z.string(), remind_at: z.string() })) })
const Shares = z.object({ shares: z.array(z.object({ url: z.string(), file_names: z.array(z.string()) })) })
const Tokens = z.object({ tokens: z.array(z.object({ id: z.string(), name: z.string() })) })

/**
 * What one person has, read through the API: files with the hash of each version, notes with their lines, boards, reminders, shares and
 * tokens. Only fields that every release has, so that the answers of two releases can be compared.
 */
export async function readLibrary(get: Get): Promise<unknown> {
  const files: unknown[] = []
  for (const file of await listFiles(get)) {
    const { versions } = Versions.parse(await get(`/api/files/${file.id}/versions`))
    const texts: unknown[] = []
    for (const { version, created_at } of versions) {
      const { content } = Content.parse(await get(`/api/files/${file.id}/versions/${version}`)).version
      texts.push({ version, created_at, sha256: createHash('sha256').update(content).digest('hex') })
    }
    files.push({ ...file, texts, ...Notes.parse(await get(`/api/sticky-notes/${file.id}`)) })
  }
  const { boards } = Boards.parse(await get('/api/note-boards'))
  const withNotes: unknown[] = []
  for (const board of boards)
    withNotes.push({ ...board, ...Notes.parse(await get(`/api/sticky-notes/board/${board.id}`)) })
  return {
    files,
    boards: withNotes,
    due: Due.parse(await get('/api/sticky-notes/reminders/list')).items,
    shares: Shares.parse(await get('/api/shares')).shares.map(({ url, ...share }) => ({
      ...share,
      path: new URL(url).pathname,
    })),
    tokens: Tokens.parse(await get('/api/tokens')).tokens,
  }
}

async function listFiles(get: Get): Promise<z.output<typeof File>[]> {
  const files: z.output<typeof File>[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: z.output<typeof Files> = Files.parse(await get(`/api/files${cursor === '' ? '' : `?cursor=${cursor}`}`))
    files.push(...page.items)
    cursor = page.next_cursor
  }
  return files
}
