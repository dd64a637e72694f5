import type { Db } from '#platform/db/pool.ts'
import type { Mirrors } from '#platform/git/mirrors.ts'
import { workOnClaims } from '#platform/jobs/claims.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import type { Offload } from '#platform/threads.ts'
import type { MirrorId } from '../repo.ts'
import * as files from '../store/files.ts'
import * as mirrorRows from '../store/mirrors.ts'
import { dropSymbols } from '../store/mirror-symbols.ts'
import { mirrorsInUse } from '../store/repos.ts'
import { claimsPerUser } from './share.ts'
import { claimSync, syncMirror } from './sync.ts'
import type { RemindOfChanges } from './watches.ts'

export { syncsBacklog } from '../store/mirrors.ts'

export async function anyDue(db: Db, syncer: mirrorRows.Syncer, now: Date): Promise<boolean> {
  return mirrorRows.anyDue(db, syncer, now)
}

const SHARED_DISK: mirrorRows.Syncer = { node: null, mayTakeOver: false }

/** A slow host occupies one lane; the others continue. */
const LANES = 3

/** Syncs everything that is due, a few mirrors at a time. */
export async function syncDue(
  ctx: JobCtx,
  mirrors: Mirrors,
  parts: { offload: Offload; remind: RemindOfChanges },
  syncer: mirrorRows.Syncer = SHARED_DISK,
): Promise<void> {
  const work = { ...ctx, ...parts }
  const claimOne = claimsPerUser(ctx.db, LANES, () => mirrorRows.listSyncing(ctx.db, ctx.clock()))
  let done = 0
  await workOnClaims(ctx, {
    lanes: LANES,
    claim: (now) => claimOne((held) => claimSync(work, syncer, held, now)),
    work: async (claims) => {
      for (const claim of claims) await syncMirror(work, mirrors, syncer.node, claim)
      ctx.progress((done += claims.length))
    },
  })
}

const BATCH = 200

/** Deletes mirrors that nobody has any more, of those that somebody removed or of all. */
async function deleteUnused(db: Db, which: 'left' | 'all'): Promise<void> {
  for (let after: MirrorId | null = null; ;) {
    const batch: mirrorRows.MirrorUse[] = await mirrorRows.listUses(db, which, after, BATCH)
    const used = await mirrorsInUse(
      db,
      batch.map(({ id }) => id),
    )
    for (const mirror of batch)
      if (!used.has(mirror.id)) {
        if (await mirrorRows.deleteUnwanted(db, mirror)) await dropContent(db, mirror.id)
      } else if (mirror.leftAt) await mirrorRows.clearLeft(db, mirror)
    after = batch.at(-1)?.id ?? null
    if (batch.length < BATCH) return
  }
}

/** Everything that is known of the files of a mirror. */
async function dropContent(db: Db, mirrorId: MirrorId): Promise<void> {
  await files.dropAllLists(db, mirrorId)
  await dropSymbols(db, mirrorId)
}

export async function anyLeft(db: Db): Promise<boolean> {
  return mirrorRows.anyLeft(db)
}

/** Soon after a removal: otherwise whoever adds and removes repositories in turns would fill the disk. */
export async function sweepLeftMirrors({ db }: JobCtx): Promise<void> {
  await deleteUnused(db, 'left')
}

/** Deletes mirrors whose last user deleted the account, and lists and symbols that a job wrote after the mirror was deleted. */
export async function sweepMirrors({ db }: JobCtx): Promise<void> {
  await deleteUnused(db, 'all')
  for (const table of ['mirror_files', 'mirror_symbols'] as const) await dropOrphans(db, table)
}

async function dropOrphans(db: Db, table: 'mirror_files' | 'mirror_symbols'): Promise<void> {
  for (let after: MirrorId | null = null; ;) {
    const ids: MirrorId[] = await files.mirrorsIn(db, table, after, BATCH)
    const known = await mirrorRows.findNodes(db, ids)
    for (const id of ids) if (!known.has(id)) await dropContent(db, id)
    after = ids.at(-1) ?? null
    if (ids.length < BATCH) return
  }
}

/**
 * Deletes folders on this disk whose mirror was deleted, or is held by another git node, which has fetched it by then. `node` is
 * null where all processes share the disk.
 */
export async function sweepFolders({ db, progress }: JobCtx, mirrors: Mirrors, node: string | null): Promise<void> {
  let swept = 0
  for (const id of await mirrors.list()) {
    // Directly before the deletion: this process may have claimed the mirror while it deleted other folders.
    const holder = (await mirrorRows.findNodes(db, [id])).get(id)
    const isOurs = holder === null || (holder !== undefined && (node === null || holder === node))
    if (isOurs) continue
    await mirrors.local(id).remove()
    progress((swept += 1))
  }
}
