import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { type Backup, createBackup } from '#platform/backup/create.ts'
import { removeOldBackups } from '#platform/backup/keep.ts'
import { rowsOf } from '#platform/backup/manifest.ts'
import { tryBackup } from '#platform/backup/restore.ts'
import type { BackupSettings } from '#platform/config/backup.ts'
import type { Db } from '#platform/db/pool.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { type BackupState, isDue, type Proof, stateOf } from './proof.ts'
import * as store from './store.ts'

/** With a folder to put them into. */
export type BackupPlace = Omit<BackupSettings, 'dir'> & { dir: string; databaseUrl: string }

const PROOFS_KEPT_DAYS = 365

export async function isBackupDue({ db, clock }: Pick<JobCtx, 'db' | 'clock'>, hour: number): Promise<boolean> {
  return isDue(clock(), hour, (await store.lastProof(db))?.startedAt ?? null)
}

/** Makes a backup, restores it for a trial and remembers how that went. Old ones go only after a new one was proven. */
export async function proveBackup(ctx: JobCtx, place: BackupPlace): Promise<void> {
  const proof = await attempt(ctx, place)
  await store.addProof(ctx.db, ctx.newId<'proof'>(), proof)
  await store.dropProofs(ctx.db, addSeconds(ctx.clock(), -PROOFS_KEPT_DAYS * SECONDS_PER_DAY))
  if (proof.result !== 'proven') throw new NotProven(proof)
  ctx.progress(proof.rowCount ?? 0)
  await removeOldBackups(place.dir, place.keep, ctx.clock())
}

/** Its name is what the table of runs shows. */
class NotProven extends Error {
  constructor({ result, detail }: Proof) {
    super(`The backup was not proven (${result}): ${detail}`)
    this.name = 'BackupNotProven'
  }
}

async function attempt(ctx: JobCtx, place: BackupPlace): Promise<Proof> {
  const { databaseUrl, dir, toolsDir } = place
  const { signal, clock } = ctx
  const startedAt = clock()
  const made: { backup: Backup | null; at: Date } = { backup: null, at: startedAt }
  const ended = (result: Proof['result'], detail: string): Proof => proofOf(startedAt, made, clock(), result, detail)
  try {
    made.backup = await createBackup({ databaseUrl, dir, toolsDir, now: startedAt, signal })
    made.at = clock()
    const { differences } = await tryBackup(made.backup.folder, databaseUrl, { toolsDir, signal })
    return differences.length === 0 ? ended('proven', '') : ended('different', differences.join('\n'))
  } catch (error) {
    // Another process leads now and begins anew; that this one was stopped says nothing about the backup.
    if (wasSentAway(signal)) throw error
    // What it said may quote rows; the log has it, the record has the step.
    ctx.log.error({ err: error }, 'the backup could not be proven')
    return ended('failed', made.backup ? 'restore' : 'backup')
  }
}

function wasSentAway({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError')
}

function proofOf(
  startedAt: Date,
  made: { backup: Backup | null; at: Date },
  endedAt: Date,
  result: Proof['result'],
  detail: string,
): Proof {
  const { backup } = made
  const backedUpAt = backup ? made.at : endedAt
  return {
    startedAt,
    endedAt,
    backup: backup && (backup.folder.split('/').at(-1) ?? null),
    sizeBytes: backup && backup.manifest.dump.bytes,
    tableCount: backup && Object.keys(backup.manifest.census.tables).length,
    rowCount: backup && rowsOf(backup.manifest),
    backupMs: backedUpAt.getTime() - startedAt.getTime(),
    restoreMs: backup && endedAt.getTime() - backedUpAt.getTime(),
    result,
    detail,
  }
}

export async function readBackupState(db: Db, now: Date, dir: string | null): Promise<BackupState> {
  if (dir === null) return { state: 'off' }
  const [proven, last] = await Promise.all([store.lastProven(db), store.lastProof(db)])
  return stateOf(now, proven, last)
}

/** Null when no backup was ever proven. */
export async function lastProvenAt(db: Db): Promise<Date | null> {
  return (await store.lastProven(db))?.startedAt ?? null
}
