import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { bindNames, type findNoteLinks, mayHaveLinks, recordLinks } from '#features/links/public.ts'
import type { Note } from '../note.ts'

type Step = { from: Pick<Note, 'title' | 'content'> | null; to: Pick<Note, 'id' | 'title' | 'content'> }

/** Every write of a note calls it in its transaction, after the row of the note: with the links of the new text, which were found before it. */
export async function recordNoteLinks(
  trx: Db,
  userId: UserId,
  { from, to }: Step,
  links: Awaited<ReturnType<typeof findNoteLinks>>,
): Promise<void> {
  const { id, title, content } = to
  const hadLinks = from !== null && mayHaveLinks(from.content)
  if (from?.content !== content && (hadLinks || links.length > 0))
    await recordLinks(trx, userId, { kind: 'note', id }, links)
  if (from?.title === title) return
  const names = [from?.title ?? '', title].filter((name) => name !== '')
  await bindNames(trx, userId, { kind: 'note', id, names })
}
