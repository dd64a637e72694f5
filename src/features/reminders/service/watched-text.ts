import { linesIn } from 'codeshelf-follow'
import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { Problem } from '#platform/problem.ts'
import { getContent, getFile, watchFile } from '#features/files/public.ts'
import { findSymbols, type FoundSymbol, quoteOf } from '#features/following/public.ts'
import type { Note } from '#features/notes/public.ts'
import { locateNotes, lockAtHead, readCurrentText } from '#features/repos/public.ts'

/** The current text of what a note can watch. `lock`: keeps it current until the transaction ends; false when it is not current any more. */
export type WatchedText = {
  /** Null when the lines are gone or cannot be found now. */
  lines: string | null
  /** The symbol that the note watches, else the one around the lines. Null when there is none, or no grammar for the language. */
  symbol: FoundSymbol | null
  lock: (trx: Db) => Promise<boolean>
}

/** Null when the note is not on lines, or its file is gone. */
export async function readWatchedText(ctx: UserCtx, note: Note): Promise<WatchedText | null> {
  const { target, lineStart, lineEnd, watch } = note
  if (target.kind === 'board' || lineStart === null || !note.quote) return null
  // A sync follows only notes that it knows a commit of.
  if (target.kind === 'repo' && !note.quote.commit) return null
  // Before the lines are located: after a save in between `lock` fails.
  const current = target.kind === 'file' ? await readFile(ctx, target.fileId) : await readInRepo(ctx, target)
  if (!current) return null
  const { content, language, lock } = current
  const location = (await locateNotes(ctx, [note.id])).get(note.id)
  const there = location ?? { lines: { start: lineStart, end: lineEnd ?? lineStart } }
  const lines = 'lines' in there ? there.lines : null
  const watched = watch?.symbol ? { symbol: watch.symbol, text: '' } : null
  const wanted = { watched, lines: lines ? linesIn([[lines.start, lines.end]]) : [] }
  const found = await findSymbols(ctx.offload, { text: content, language }, [wanted])
  const text = lines && (quoteOf(content, 1, lines.start, lines.end)?.text ?? null)
  return { lines: text, symbol: found?.[0] ?? null, lock }
}

type Current = { content: string; language: { name: string } | { path: string }; lock: WatchedText['lock'] }

async function readFile(ctx: UserCtx, fileId: FileId): Promise<Current> {
  const file = await getFile(ctx, fileId)
  const content = await getContent(ctx, file, file.version)
  const lock: WatchedText['lock'] = (trx) => watchFile(trx, ctx.user.id, fileId, file.version)
  return { content, language: { name: file.language }, lock }
}

async function readInRepo(
  ctx: UserCtx,
  { repoName, repoPath }: { repoName: string; repoPath: string },
): Promise<Current | null> {
  const current = await readCurrentText(ctx, repoName, repoPath).catch(nullIfGone)
  if (!current) return null
  const lock: WatchedText['lock'] = (trx) => lockAtHead(trx, ctx.user.id, repoName, current.commit)
  return { content: current.text, language: { path: repoPath }, lock }
}

function nullIfGone(error: unknown): null {
  if (error instanceof Problem && error.status === 404) return null
  throw error
}
