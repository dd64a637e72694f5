import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { bulkIds, findAllLive, getContent, getFile } from '#features/files/public.ts'
import { tooManyShares } from '../problems.ts'
import { type Finding, findSecrets } from '../secrets/find.ts'
import type { Share, SharedVersion, ShareKind } from '../share.ts'
import * as store from '../store.ts'

export type Lifetime = { days: number } | 'permanent'
export type Warning = Finding & { fileId: FileId }
export type Made = { share: Share; warnings: Warning[] }

const MAX_SHARES = 1_000

/** One version, the newest unless another is asked for, for people with an account. */
export async function shareFile(
  ctx: UserCtx,
  id: FileId,
  ask: { lifetime: Lifetime; version?: number | undefined; hiddenLines: number[] },
): Promise<Made> {
  const file = await getFile(ctx, id)
  const shared = { place: 1, fileId: id, version: ask.version ?? file.version, hiddenLines: ask.hiddenLines }
  return make(ctx, 'internal', [shared], ask.lifetime)
}

/** The files as they are now, for whoever has the link. */
export async function makeLink(
  ctx: UserCtx,
  given: readonly unknown[] | undefined,
  ask: { lifetime: Lifetime; hiddenLines: ReadonlyMap<string, number[]>; version?: number | undefined },
): Promise<Made> {
  const ids = bulkIds(given)
  const live = new Map((await findAllLive(ctx, ids)).map((file) => [file.id, file.version]))
  const files = ids.map((fileId, i) => ({
    place: i + 1,
    fileId,
    version: (ids.length === 1 ? ask.version : undefined) ?? live.get(fileId) ?? 1,
    hiddenLines: ask.hiddenLines.get(fileId) ?? [],
  }))
  return make(ctx, 'public', files, ask.lifetime)
}

async function make(ctx: UserCtx, kind: ShareKind, files: SharedVersion[], lifetime: Lifetime): Promise<Made> {
  // Reading them also proves that the versions exist.
  const warnings = await warningsOf(ctx, files)
  if ((await store.countShares(ctx.db, ctx.user.id)) >= MAX_SHARES) throw tooManyShares({ max: MAX_SHARES })
  const id = ctx.newId<'share'>()
  const share: Share = {
    id,
    kind,
    key: kind === 'internal' ? id : ctx.newToken(),
    createdAt: ctx.now,
    expiresAt: lifetime === 'permanent' ? null : addSeconds(ctx.now, lifetime.days * SECONDS_PER_DAY),
    views: 0,
  }
  await ctx.db.transaction().execute((trx) => store.insertShare(trx, ctx.user.id, share, files))
  return { share, warnings }
}

/** What looks secret and is not hidden. */
async function warningsOf(ctx: UserCtx, files: readonly SharedVersion[]): Promise<Warning[]> {
  const warnings: Warning[] = []
  for (const { fileId, version, hiddenLines } of files) {
    const hidden = new Set(hiddenLines)
    const found = findSecrets(await getContent(ctx, { id: fileId }, version))
    const open = found.filter(({ from, to }) => !lines(from, to).every((line) => hidden.has(line)))
    warnings.push(...open.map((finding) => ({ ...finding, fileId })))
  }
  return warnings
}

function lines(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
