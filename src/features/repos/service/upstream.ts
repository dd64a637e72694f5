import { detectLanguage } from '#base/language/language.ts'
import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { decodeText, type File, getContent, getFile, parseFileId, updateFile } from '#features/files/public.ts'
import { type DriftPlan, planOf, type Take, textTaken } from '../drift-plan.ts'
import { type CurrentObject, pathOf, type Upstream, upstreamOf } from '../origin.ts'
import {
  mergeConflict,
  mirrorUnreadable,
  noUpstream,
  upstreamGone,
  upstreamMoved,
  upstreamNotText,
} from '../problems.ts'
import { MAX_TEXT_BYTES, type Repo } from '../repo.ts'
import * as origins from '../store/origins.ts'
import type { DrawnChange, UpstreamDiffs } from '../view.ts'
import { drawTexts, type CodeRenderer } from './draw-diff.ts'
import { findFiles, isReadable, reading } from './open.ts'
import { findRepo } from './repos.ts'

/** A malformed id gets the same response as an unknown file. */
export function fileOf(id: string): FileId {
  return parseFileId(id)
}

/** The upstream state of a file; null when it was not copied from a repository. */
export async function findUpstream(ctx: UserCtx, fileId: FileId): Promise<Upstream | null> {
  return (await findOrigin(ctx, fileId))?.upstream ?? null
}

/** The upstream state, and the repository where it is mirrored. */
async function findOrigin(ctx: UserCtx, fileId: FileId): Promise<{ upstream: Upstream; repo: Repo | null } | null> {
  const row = await origins.findOrigin(ctx.db, ctx.user.id, fileId)
  if (!row) return null
  const found = row.isMirrored ? await findRepo(ctx, row.repoName) : null
  // The commit that was read together with the origin: a sync may have moved both since.
  const repo = found && { ...found, head: row.head }
  return { repo, upstream: upstreamOf(row, repo ? await currentObject(ctx, repo, pathOf(row)) : 'unknown') }
}

async function currentObject(ctx: UserCtx, repo: Repo, path: string): Promise<CurrentObject> {
  if (!(await isReadable(ctx, repo))) return 'unknown'
  const file = (await findFiles(ctx, repo, [path])).get(path)
  return { oid: file && (file.kind === 'file' || file.kind === 'executable') ? file.oid : null }
}

export type Compared = { base: string | null; mine: string; theirs: string; plan: DriftPlan }
export type Opened = { file: File; upstream: Upstream; compared: Compared | null }

/** The file, its upstream state and the three texts. `compared` is null when there is nothing to compare with. */
export async function openUpstream(ctx: UserCtx, fileId: FileId): Promise<Opened> {
  const file = await getFile(ctx, fileId)
  const found = await findOrigin(ctx, fileId)
  if (!found) throw noUpstream({ file_id: fileId })
  const { upstream, repo } = found
  if (!repo || upstream.oid === null) return { file, upstream, compared: null }
  const { oid, origin } = upstream
  // Once a sync has fetched what we pushed, that is the common base.
  const names = [oid, origin.oid, ...(origin.sentOid === null ? [] : [origin.sentOid])]
  const [now, taken, sent] = await reading(repo, () => ctx.mirrors.of(repo).blobs(names, MAX_TEXT_BYTES))
  const theirs = now ? decodeText(now) : null
  if (theirs === null) return { file, upstream, compared: null }
  const mine = await getContent(ctx, file, file.version)
  const base = await baseText(ctx, file, sent ?? taken ?? null, origin.version)
  return { file, upstream, compared: { base, mine, theirs, plan: planOf(base, mine, theirs) } }
}

/** The base text from the mirror or, when a force-push or a new mirror lost it, from our own version. */
async function baseText(ctx: UserCtx, file: File, was: Buffer | null, version: number | null): Promise<string | null> {
  const text = was && decodeText(was)
  return text ?? (version === null ? null : getContent(ctx, file, version))
}

export type UpdateAsk = { take: Take; prevVersion: number; oid: string }

/** Applies to the version and the upstream text that the user saw: if either changed since, nothing is written. */
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

/** Renders what changed upstream, what changed here, and what an update would change here. */
export async function drawUpstream(
  ctx: UserCtx,
  file: File,
  compared: Compared,
  codeRenderer: CodeRenderer,
): Promise<UpstreamDiffs> {
  const { base, mine, theirs, plan } = compared
  const draw = async (from: string, to: string): Promise<DrawnChange> =>
    drawTexts(codeRenderer, ctx, { from, to, language: detectLanguage(file.fileName, to) })
  return {
    theirs: await draw(base ?? mine, theirs),
    mine: base === null || base === mine ? null : await draw(base, mine),
    result: plan.does === 'merge' ? await draw(mine, plan.text) : null,
  }
}
