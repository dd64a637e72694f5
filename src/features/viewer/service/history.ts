import { compareTexts } from '#base/diff/diff.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type File, getContent, getFile, getVersions } from '#features/files/public.ts'
import type { VersionDiff, VersionRow, ViewedFile } from '../view.ts'
import type { Painter } from './painter.ts'
import { fileId } from './texts.ts'

export type CompareAsk = { from?: number | undefined; to?: number | undefined }

/** Every version of a file, newest first, and two of them beside each other when they were chosen. */
export async function openHistory(
  ctx: UserCtx,
  painter: Painter,
  id: string,
  ask: CompareAsk,
): Promise<{ file: ViewedFile; versions: VersionRow[]; diff: VersionDiff | null }> {
  const file = await getFile(ctx, fileId(id))
  const versions = await getVersions(ctx, file.id)
  const rows = versions.map((each) => ({
    version: each.version,
    savedAt: each.createdAt,
    added: each.linesAdded,
    removed: each.linesRemoved,
    sizeBytes: each.sizeBytes,
    source: each.source,
  }))
  const chosen = ask.from === undefined && ask.to === undefined ? null : pairOf(file, ask)
  return { file, versions: rows, diff: chosen && (await compare(ctx, painter, file, chosen)) }
}

/** The older one is always `from`; one alone is compared with the newest. */
function pairOf(file: File, { from, to }: CompareAsk): { from: number; to: number } {
  const [a, b] = [from ?? file.version, to ?? file.version]
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

async function compare(ctx: UserCtx, painter: Painter, file: File, { from, to }: { from: number; to: number }) {
  const [a, b] = await Promise.all([getContent(ctx, file, from), getContent(ctx, file, to)])
  const [fromPainted, toPainted] = await Promise.all([painter(a, file.language), painter(b, file.language)])
  return { from, to, comparison: compareTexts(a, b), fromLines: fromPainted.lines, toLines: toPainted.lines }
}
