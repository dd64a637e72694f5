import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { businessMetric } from '#platform/events/business.ts'
import { dbSaveCodeSnippetError } from '../events.ts'
import type { File, VersionSource } from '../file.ts'
import * as bodies from '../store/bodies.ts'
import { updateFile } from '../store/files.ts'
import type { Text } from './pack-text.ts'
import { applyToProjections } from './projections.ts'
import { reporting } from './report.ts'
import { countChangedLines } from './text-tasks.ts'

/** Runs one save in a transaction and emits the same events for every way a file arrives. */
export async function saving<T>(ctx: UserCtx, run: (trx: Db) => Promise<T>): Promise<T> {
  const saved = await reporting(ctx, dbSaveCodeSnippetError, () => ctx.db.transaction().execute(run))
  ctx.emit(businessMetric, { metric: 'file_saved' })
  return saved
}

/** Creates the next version of a file whose row the caller has locked. */
export async function putVersion(
  trx: Db,
  ctx: UserCtx,
  step: { from: File; to: File },
  text: Text,
  source: VersionSource,
): Promise<File> {
  const to: File = { ...step.to, ...text.stored, version: step.from.version + 1 }
  await bodies.putBlob(trx, ctx.user.id, text.packed, ctx.now)
  await updateFile(trx, ctx.user.id, to, text.stored)
  await recordVersion(trx, ctx, { from: step.from, to }, text, source)
  return to
}

/** Inserts the version row and updates everything derived from it. */
export async function recordVersion(
  trx: Db,
  ctx: UserCtx,
  { from, to }: { from: File | null; to: File },
  text: Text,
  source: VersionSource,
): Promise<void> {
  const { added, removed } = await changedLines(trx, ctx, from, text)
  const version = { ...to, linesAdded: added, linesRemoved: removed, source, token: ctx.token ?? null }
  await bodies.insertVersion(trx, ctx.user.id, to.id, { ...version, createdAt: to.updatedAt }, text.stored.sha256)
  const search = { changed: 'text' as const, packed: text.packed, folded: text.folded, names: text.names }
  await applyToProjections(trx, ctx, [{ from, to, search, savedAt: [ctx.now], isAgentWrite: true }])
}

async function changedLines(trx: Db, ctx: UserCtx, from: File | null, { packed, stored }: Text) {
  if (!from) return { added: stored.lineCount, removed: 0 }
  const before = await bodies.getPacked(trx, ctx.user.id, from.id, from.version)
  return countChangedLines(ctx, { before, after: packed }, from.sizeBytes + stored.sizeBytes)
}
