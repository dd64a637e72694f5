import { detectLanguage } from '#base/language/language.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { GitHub } from '#platform/github.ts'
import { planSourced, startImport } from '#features/files/public.ts'
import { MAX_ITEMS } from '../limits.ts'
import type { PlannedFile, Preview } from '../move.ts'
import { tooManyItems } from '../problems.ts'
import { commonSource, sourceUrlOf } from '../source-url.ts'
import type { Item, Skipped, Source } from '../source.ts'
import { type MoveRequest, readRequest } from './read.ts'

/** What a move would do, file by file. Writes nothing and keeps nothing: the move reads the same upload again. */
export async function previewMove(
  ctx: UserCtx,
  gitHub: GitHub,
  request: MoveRequest,
  signal: AbortSignal,
): Promise<Preview> {
  return ctx.slots.transfers.run(ctx.user.id, async () => {
    const run = startImport(ctx, 'import')
    const files: PlannedFile[] = []
    const skipped: Skipped[] = []
    const sources = new Set<Source>()
    for await (const parsed of readRequest(ctx, gitHub, request, { isPreview: true, signal })) {
      sources.add(parsed.source)
      skipped.push(...parsed.skipped)
      if (files.length + parsed.items.length > MAX_ITEMS) throw tooManyItems({ max: MAX_ITEMS })
      for (const item of parsed.items) {
        const draft = { folder: item.folder, fileName: item.name, sourceUrl: sourceUrlOf(parsed.source, item) }
        const { outcome, folder, fileName } = await planSourced(
          run,
          draft,
          item.text === null ? null : sha256(item.text),
        )
        const takenName = outcome === 'new' && fileName !== item.name ? item.name : null
        files.push({ ...shown(item), folder, fileName, takenName, outcome })
      }
    }
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    return { source: commonSource(sources), files, skipped, bytes }
  })
}

function shown({ path, name, text, language, tags, description, bytes, adjusted }: Item) {
  return { path, language: language ?? detectLanguage(name, text ?? ''), tags, description, bytes, adjusted }
}
