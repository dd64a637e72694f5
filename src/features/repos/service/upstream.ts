import { detectLanguage } from '#base/language/language.ts'
import { diffStats } from '#base/diff/diff.ts'
import type { FileId } from '#base/ids.ts'
import { idOr } from '#base/wire.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { decodeText, type File, fileNotFound, getContent, getFile, updateFile } from '#features/files/public.ts'
import { type DriftPlan, planOf, type Take, textTaken } from '../drift-plan.ts'
import { type Upstream, upstreamOf } from '../origin.ts'
import {
  mergeConflict,
  mirrorUnreadable,
  noUpstream,
  upstreamGone,
  upstreamMoved,
  upstreamNotText,
} from '../problems.ts'
import { MAX_TEXT_BYTES } from '../repo.ts'
import * as origins from '../store/origins.ts'
import type { DrawnChange, UpstreamDiffs } from '../view.ts'
import { reading } from './open.ts'
import type { DrawDiff } from './past.ts'

/** What is not an id cannot exist: the same answer as an unknown file. */
export function fileOf(id: string): FileId {
  return idOr<'file'>(id, () => fileNotFound({ file_id: id }))
}

/** What became of the place that a file was taken from; null when it was not taken from a repository. One statement. */
export async function findUpstream(ctx: UserCtx, fileId: FileId): Promise<Upstream | null> {
  const row = await origins.findOrigin(ctx.db, ctx.user.id, fileId)
  if (!row) return null
  return upstreamOf(row, row.repoId !== null && (await ctx.mirrors.of(row.repoId).isReadable()))
}

export type Compared = { base: string | null; mine: string; theirs: string; plan: DriftPlan }
export type Opened = { file: File; upstream: Upstream; compared: Compared | null }

/** The file, its place, and the three texts. `compared` is null where there is nothing to compare with. */
export async function openUpstream(ctx: UserCtx, fileId: FileId): Promise<Opened> {
  const file = await getFile(ctx, fileId)
  const row = await origins.findOrigin(ctx.db, ctx.user.id, fileId)
  if (!row) throw noUpstream({ file_id: fileId })
  const mirror = row.repoId === null ? null : ctx.mirrors.of(row.repoId)
  const upstream = upstreamOf(row, mirror !== null && (await mirror.isReadable()))
  if (!mirror || upstream.oid === null) return { file, upstream, compared: null }
  const { oid, origin } = upstream
  // What we sent ourselves is what both begin with from then on, once a sync has brought it.
  const names = [oid, origin.oid, ...(origin.sentOid === null ? [] : [origin.sentOid])]
  const [now, taken, sent] = await reading({ name: origin.repoName }, () => mirror.blobs(names, MAX_TEXT_BYTES))
  const theirs = now ? decodeText(now) : null
  if (theirs === null) return { file, upstream, compared: null }
  const mine = await getContent(ctx, file, file.version)
  const base = await baseText(ctx, file, sent ?? taken ?? null, origin.version)
  return { file, upstream, compared: { base, mine, theirs, plan: planOf(base, mine, theirs) } }
}

/** From the mirror; where a force-push or a new mirror lost it, from our own version of it. */
async function baseText(ctx: UserCtx, file: File, was: Buffer | null, version: number | null): Promise<string | null> {
  const text = was && decodeText(was)
  return text ?? (version === null ? null : getContent(ctx, file, version))
}

export type UpdateAsk = { take: Take; prevVersion: number; oid: string }

/** On the version and the upstream text that the person saw: whatever changed since is refused, and nothing is written. */
export async function takeUpstream(ctx: UserCtx, fileId: FileId, ask: UpdateAsk): Promise<File> {
  const { file, upstream, compared } = await openUpstream(ctx, fileId)
  const { origin, head, oid } = upstream
  if (head === null) throw mirrorUnreadable({ repo_name: origin.repoName })
  if (oid === null) throw upstreamGone({ file_id: fileId, repo_path: upstream.path })
  if (!compared) throw upstreamNotText({ file_id: fileId, repo_path: upstream.path })
  if (oid !== ask.oid) throw upstreamMoved({ file_id: fileId, upstream_blob: oid })
  const taken = textTaken(compared.plan, ask.take, compared.theirs)
  if (taken === 'refused') throw mergeConflict({ file_id: fileId, conflicts: conflictsOf(compared.plan) })
  const next =
    taken.text === null ? file : await updateFile(ctx, fileId, ask.prevVersion, { content: taken.text }, 'repo')
  const version = (taken.text ?? compared.mine) === compared.theirs ? next.version : null
  const settled = { repoPath: upstream.path, commit: head, oid, version }
  await origins.settleOrigin(ctx.db, ctx.user.id, origin, settled, ctx.now)
  return next
}

function conflictsOf(plan: DriftPlan): number {
  return plan.does === 'ask' ? plan.parts.filter(({ kind }) => kind === 'conflict').length : 0
}

/** What changed there, what changed here, and what an update would change here. */
export async function drawUpstream(file: File, compared: Compared, drawDiff: DrawDiff): Promise<UpstreamDiffs> {
  const { base, mine, theirs, plan } = compared
  const draw = async (from: string, to: string): Promise<DrawnChange> => {
    const { html, isCut, hunks } = await drawDiff(from, to, detectLanguage(file.fileName, to))
    return { html, isCut, ...diffStats(hunks) }
  }
  return {
    theirs: await draw(base ?? mine, theirs),
    mine: base === null || base === mine ? null : await draw(base, mine),
    result: plan.does === 'merge' ? await draw(mine, plan.text) : null,
  }
}
