import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { insertWithinQuota } from '#platform/db/quota.ts'
import { findChosen, getFile, getPackedContent, getVersion, parseFileId } from '#features/files/public.ts'
import { tooManyShares } from '../problems.ts'
import type { Share, SharedVersion, ShareKind } from '../share.ts'
import * as store from '../store.ts'
import { scan } from './scan.ts'

export type Lifetime = { days: number } | 'permanent'
export type Warning = { fileId: FileId; kind: string; from: number; to: number }
export type Made = { share: Share; warnings: Warning[] }

const MAX_SHARES = 1_000

/** Shares one version, the newest by default, with users who have an account. */
export async function shareFile(
  ctx: UserCtx,
  id: string,
  ask: { lifetime: Lifetime; version?: number | undefined; hiddenLines: number[] },
): Promise<Made> {
  const file = await getFile(ctx, parseFileId(id))
  const shared = { position: 1, fileId: file.id, version: ask.version ?? file.version, hiddenLines: ask.hiddenLines }
  return make(ctx, 'internal', [shared], ask.lifetime)
}

/** Shares the current versions with anyone who has the link. */
export async function makeLink(
  ctx: UserCtx,
  given: readonly unknown[] | undefined,
  ask: { lifetime: Lifetime; hiddenLines: ReadonlyMap<string, number[]>; version?: number | undefined },
): Promise<Made> {
  const chosen = await findChosen(ctx, given)
  const files = chosen.map(({ id, version }, i) => ({
    position: i + 1,
    fileId: id,
    version: (chosen.length === 1 ? ask.version : undefined) ?? version,
    hiddenLines: ask.hiddenLines.get(id) ?? [],
  }))
  return make(ctx, 'public', files, ask.lifetime)
}

async function make(ctx: UserCtx, kind: ShareKind, files: SharedVersion[], lifetime: Lifetime): Promise<Made> {
  // Reading the texts also proves that the versions exist.
  const warnings = await ctx.slots.heavy.run(ctx.user.id, () => warningsOf(ctx, files))
  const id = ctx.newId<'share'>()
  const share: Share = {
    id,
    kind,
    key: kind === 'internal' ? id : ctx.newToken(),
    createdAt: ctx.now,
    expiresAt: lifetime === 'permanent' ? null : addSeconds(ctx.now, lifetime.days * SECONDS_PER_DAY),
    views: 0,
  }
  const quota = {
    max: MAX_SHARES,
    count: (trx: Db) => store.countShares(trx, ctx.user.id),
    exceeded: tooManyShares,
  }
  await insertWithinQuota(ctx.db, ctx.user.id, quota, (trx) => store.insertShare(trx, ctx.user.id, share, files))
  return { share, warnings }
}

/** Findings that are not hidden, and files whose scan did not finish. */
async function warningsOf(ctx: UserCtx, files: readonly SharedVersion[]): Promise<Warning[]> {
  const warnings: Warning[] = []
  for (const { fileId, version, hiddenLines } of files) {
    const hidden = new Set(hiddenLines)
    const { findings, isComplete } = await scan(ctx, await getPackedContent(ctx, { id: fileId }, version))
    const open = findings.filter(({ from, to }) => !lines(from, to).every((line) => hidden.has(line)))
    warnings.push(...open.map(({ kind, from, to }) => ({ fileId, kind, from, to })))
    if (!isComplete) warnings.push(await unfinished(ctx, fileId, version, (findings.at(-1)?.to ?? 0) + 1))
  }
  return warnings
}

/** A warning about the rest of a file whose scan did not finish. */
async function unfinished(ctx: UserCtx, fileId: FileId, version: number, from: number): Promise<Warning> {
  const { lineCount } = await getVersion(ctx, fileId, version)
  return { fileId, kind: 'scan_unfinished', from, to: Math.max(from, lineCount) }
}

function lines(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
