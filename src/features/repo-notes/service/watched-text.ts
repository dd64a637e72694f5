import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { Problem } from '#platform/problem.ts'
import { getContent, getFile, watchFile } from '#features/files/public.ts'
import { type Note, quoteOf } from '#features/notes/public.ts'
import { lockAtHead, readCurrentText } from '#features/repos/public.ts'
import { locateAnchors } from './locate.ts'

/** The current text of the lines of a note. `lock`: keeps it current until the transaction ends; false when it is not current any more. */
export type WatchedText = { text: string; lock: (trx: Db) => Promise<boolean> }

/** Null when the note is not on lines, or they are gone or cannot be found now. */
export async function readWatchedText(ctx: UserCtx, note: Note): Promise<WatchedText | null> {
  const { target, lineStart } = note
  if (target.kind === 'board' || lineStart === null || !note.quote) return null
  // A sync follows only notes that it knows a commit of.
  if (target.kind === 'repo' && !note.quote.commit) return null
  // Before the lines are located: after a save in between `lock` fails.
  const current = target.kind === 'file' ? await readFile(ctx, target.fileId) : await readInRepo(ctx, target)
  if (!current) return null
  const location = (await locateAnchors(ctx, [note.id])).get(note.id)
  if (location && !('lines' in location)) return null
  const lines = location?.lines ?? { start: lineStart, end: note.lineEnd ?? lineStart }
  const quote = quoteOf(current.content, 1, lines.start, lines.end)
  return quote && { text: quote.text, lock: current.lock }
}

type Current = { content: string; lock: WatchedText['lock'] }

async function readFile(ctx: UserCtx, fileId: FileId): Promise<Current> {
  const file = await getFile(ctx, fileId)
  const content = await getContent(ctx, file, file.version)
  return { content, lock: (trx) => watchFile(trx, ctx.user.id, fileId, file.version) }
}

async function readInRepo(
  ctx: UserCtx,
  { repoName, repoPath }: { repoName: string; repoPath: string },
): Promise<Current | null> {
  const current = await readCurrentText(ctx, repoName, repoPath).catch(nullIfGone)
  if (!current) return null
  return { content: current.text, lock: (trx) => lockAtHead(trx, ctx.user.id, repoName, current.commit) }
}

function nullIfGone(error: unknown): null {
  if (error instanceof Problem && error.status === 404) return null
  throw error
}
