import { escapeHtml } from '#base/html.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { toHtmlBytes } from '#platform/html-bytes.ts'
import type { Task } from '#platform/threads.ts'
import { drawnNotes } from '#features/notes/public.ts'

export const escapeNotesTask: Task<readonly string[], HtmlBytes[]> = {
  name: 'escape-notes',
  deadlineMs: 5_000,
  run: (texts) => texts.map((text) => toHtmlBytes(escapeHtml(text))),
}

/** The notes that the page does not draw as Markdown, by id: 200 notes of 20,000 characters take 70 ms to escape. */
export async function plainNotes(
  ctx: UserCtx,
  notes: readonly { id: string; content: string }[],
): Promise<Map<string, HtmlBytes>> {
  const drawn = drawnNotes(notes)
  const plain = notes.filter(({ id }) => !drawn.has(id))
  if (plain.length === 0) return new Map()
  const texts = await ctx.offload(
    escapeNotesTask,
    plain.map(({ content }) => content),
  )
  return new Map(texts.flatMap((text, i) => (plain[i] ? [[plain[i].id, text]] : [])))
}
