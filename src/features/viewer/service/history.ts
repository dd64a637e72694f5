import type { UserCtx } from '#platform/ctx.ts'
import { type File, getFile, getPackedContent, getVersions, parseFileId } from '#features/files/public.ts'
import type { VersionDiff, VersionRow } from '../view.ts'
import type { CodeRenderer } from './code-renderer.ts'

/** `view`: null renders both views, and the window width selects one. */
export type CompareQuery = {
  from?: number | undefined
  to?: number | undefined
  view?: 'unified' | 'split' | undefined
}

/** All versions of a file, newest first, and the diff of two when they were selected. */
export async function openHistory(
  ctx: UserCtx,
  codeRenderer: CodeRenderer,
  id: string,
  ask: CompareQuery,
): Promise<{ file: File; versions: VersionRow[]; diff: VersionDiff | null }> {
  const file = await getFile(ctx, parseFileId(id))
  const versions = await getVersions(ctx, file.id)
  const rows = versions.map((each) => ({
    version: each.version,
    savedAt: each.createdAt,
    added: each.linesAdded,
    removed: each.linesRemoved,
    sizeBytes: each.sizeBytes,
    source: each.source,
    token: each.token,
  }))
  const chosen = ask.from === undefined && ask.to === undefined ? null : pairOf(file, ask)
  return {
    file,
    versions: rows,
    diff: chosen && (await compare(ctx, codeRenderer, file, { ...chosen, view: ask.view })),
  }
}

/** The older version is always `from`; a single one is compared with the newest. */
function pairOf(file: File, { from, to }: CompareQuery): { from: number; to: number } {
  const [a, b] = [from ?? file.version, to ?? file.version]
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

type Asked = { from: number; to: number; view: CompareQuery['view'] }

async function compare(ctx: UserCtx, codeRenderer: CodeRenderer, file: File, asked: Asked): Promise<VersionDiff> {
  return ctx.slots.heavy.run(ctx.user.id, () => comparePair(ctx, codeRenderer, file, asked))
}

async function comparePair(
  ctx: UserCtx,
  codeRenderer: CodeRenderer,
  file: File,
  { from, to, view }: Asked,
): Promise<VersionDiff> {
  const [a, b] = await Promise.all([getPackedContent(ctx, file, from), getPackedContent(ctx, file, to)])
  const views = view === undefined ? (['unified', 'split'] as const) : [view]
  return { from, to, ...(await codeRenderer.diff(ctx, { from: a, to: b, language: file.language, views })) }
}
