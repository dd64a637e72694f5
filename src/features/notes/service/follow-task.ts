import type { UserCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { isDeadlineOrBusy, type Task } from '#platform/threads.ts'
import { decodeText } from '#features/files/public.ts'
import { type Anchor, followAnchors, type AnchorLocation } from '../anchor/follow.ts'

/** Forty versions of two megabytes take about two seconds of an idle CPU. */
const DEADLINE_MS = 12_000

type FollowVersions = { anchors: readonly Anchor[]; versions: readonly (Packed & { version: number })[] }

export const followVersionsTask: Task<FollowVersions, AnchorLocation[]> = {
  name: 'follow-versions',
  deadlineMs: DEADLINE_MS,
  run: ({ anchors, versions }) =>
    followAnchors(
      anchors,
      versions.map(({ version, ...packed }) => ({ version, content: unpackBody(packed) })),
    ),
}

/** Blobs in commit order, null where the file did not exist. All anchors are on the first one. */
type FollowBlobs = { anchors: readonly Anchor[]; blobs: readonly (Uint8Array | null)[] }

/** Returns null when the newest blob is not text, because a note has no lines in it. */
export const followBlobsTask: Task<FollowBlobs, AnchorLocation[] | null> = {
  name: 'follow-blobs',
  deadlineMs: DEADLINE_MS,
  run({ anchors, blobs }) {
    const texts = blobs.map((blob) => blob && decodeText(Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength)))
    if (texts.at(-1) == null) return null
    const known = texts[0] == null ? [] : texts.filter((text) => text !== null)
    return followAnchors(
      anchors,
      known.map((content, version) => ({ version, content })),
    )
  },
}

export async function followBlobs(ctx: UserCtx, job: FollowBlobs): Promise<AnchorLocation[] | null> {
  return follow(ctx, followBlobsTask, job)
}

/** Returns `unknown` for every anchor when the task misses its deadline: a timeout must not report notes as lost. */
export async function follow<Job extends { anchors: readonly Anchor[] }, Out>(
  ctx: UserCtx,
  task: Task<Job, Out>,
  job: Job,
): Promise<Out | AnchorLocation[]> {
  try {
    return await ctx.offload(task, job)
  } catch (error) {
    if (!isDeadlineOrBusy(error)) throw error
    return job.anchors.map(({ lines }) => ({ state: 'unknown', was: lines }))
  }
}
