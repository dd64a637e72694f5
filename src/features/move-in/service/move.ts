import { parseId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { GitHub } from '#platform/github.ts'
import { Problem } from '#platform/problem.ts'
import { type FileImport, importFile, type ImportResult, startImport } from '#features/files/public.ts'
import { MAX_ITEMS, MAX_MOVES_KEPT } from '../limits.ts'
import type { MovedFile, MoveId, MoveResult } from '../move.ts'
import { tooManyItems } from '../problems.ts'
import { commonSource, sourceUrlOf } from '../source-url.ts'
import type { Item, Skipped, Source } from '../source.ts'
import * as store from '../store.ts'
import { labelOf, type MoveRequest, readRequest } from './read.ts'

/** Moves everything that comes, each file in a transaction of its own, and records it for an undo. */
export async function move(
  ctx: UserCtx,
  gitHub: GitHub,
  request: MoveRequest,
  signal: AbortSignal,
): Promise<MoveResult> {
  return ctx.slots.transfers.run(ctx.user.id, async () => {
    const id = ctx.newId<'move'>()
    const source = request.source ?? 'folder'
    await store.insertMove(ctx.db, ctx.user.id, { id, source, label: labelOf(request), startedAt: ctx.now })
    const result: MoveResult = { id, source, files: [], skipped: [], stopped: null }
    try {
      await moveAll(ctx, gitHub, request, result, signal)
    } catch (error) {
      // What is written is listed, and can be undone; only a move that wrote nothing fails as a whole.
      if (!(error instanceof Problem) || !result.files.some(isWritten)) {
        await endMove(ctx, id, result)
        throw error
      }
      result.stopped = { code: error.code, message: error.words[ctx.locale] }
    }
    const isKept = await endMove(ctx, id, result)
    return { ...result, id: isKept ? id : null }
  })
}

async function moveAll(
  ctx: UserCtx,
  gitHub: GitHub,
  request: MoveRequest,
  result: MoveResult,
  signal: AbortSignal,
): Promise<void> {
  const run = startImport(result.id === null ? ctx : recording(ctx, result.id), 'import')
  const sources = new Set<Source>()
  for await (const parsed of readRequest(ctx, gitHub, request, { isPreview: false, signal })) {
    sources.add(parsed.source)
    result.source = commonSource(sources)
    result.skipped.push(...parsed.skipped)
    for (const item of parsed.items) {
      if (signal.aborted) return
      if (result.files.length >= MAX_ITEMS) throw tooManyItems({ max: MAX_ITEMS })
      result.files.push(toMovedFile(await saveItem(run, parsed.source, item), ctx))
    }
  }
}

/** Every write also inserts its row of the move, in the same transaction: a crash leaves no file without one. */
function recording(ctx: UserCtx, moveId: MoveId): UserCtx {
  return {
    ...ctx,
    recordAgentWrite: async (trx, write) => {
      await ctx.recordAgentWrite(trx, write)
      const fileId = parseId<'file'>(write.resourceId)
      if (fileId === null) throw new Error('The import wrote something else than a file')
      const { title: fileName, before, after } = write
      await store.insertMoveFile(trx, ctx.user.id, moveId, { fileId, fileName, before, after })
    },
  }
}

async function saveItem(run: FileImport, source: Source, item: Item): Promise<ImportResult> {
  if (item.text === null) throw new Error('An item without its text')
  const sourceUrl = sourceUrlOf(source, item)
  const createdAt = item.createdAt ?? item.updatedAt ?? run.ctx.now
  const updatedAt = item.updatedAt ?? createdAt
  return importFile(run, {
    kind: 'sourced',
    path: item.path,
    draft: {
      folder: item.folder,
      fileName: item.name,
      content: item.text,
      description: item.description,
      tags: item.tags,
      ...(sourceUrl !== undefined && { sourceUrl }),
    },
    // A program may have written the date of the last change before that of the first.
    fresh: { createdAt: createdAt < updatedAt ? createdAt : updatedAt, updatedAt, language: item.language },
  })
}

function toMovedFile(result: ImportResult, ctx: UserCtx): MovedFile {
  const { path } = result
  switch (result.outcome) {
    case 'saved':
    case 'unchanged': {
      const { id: fileId, folder, fileName, version } = result.file
      const outcome = result.outcome === 'unchanged' ? 'unchanged' : version > 1 ? 'updated' : 'saved'
      return { outcome, path, fileId, folder, fileName }
    }
    case 'refused':
      return { outcome: 'refused', path, code: result.problem.code, message: result.problem.words[ctx.locale] }
    case 'skipped':
      throw new Error('Only uploads are skipped')
  }
}

function isWritten({ outcome }: MovedFile): boolean {
  return outcome === 'saved' || outcome === 'updated'
}

/** Returns whether there is something to undo. A move that wrote nothing leaves no row. */
async function endMove(ctx: UserCtx, id: MoveId, { source, files, skipped }: MoveResult): Promise<boolean> {
  if (!files.some(isWritten)) {
    await store.deleteMove(ctx.db, ctx.user.id, id)
    return false
  }
  const unchanged = files.filter(({ outcome }) => outcome === 'unchanged').length
  const count = countFiles(skipped) + files.filter(({ outcome }) => outcome === 'refused').length
  await store.finishMove(ctx.db, ctx.user.id, { id, source, finishedAt: ctx.now, unchanged, skipped: count })
  await store.deleteOlderMoves(ctx.db, ctx.user.id, MAX_MOVES_KEPT)
  return true
}

function countFiles(skipped: readonly Skipped[]): number {
  return skipped.reduce((sum, { files }) => sum + files, 0)
}
