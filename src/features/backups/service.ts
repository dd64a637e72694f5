import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { type Backup, createBackup } from '#platform/backup/create.ts'
import { removeOldBackups } from '#platform/backup/remove-old.ts'
import { totalRows } from '#platform/backup/manifest.ts'
import { testRestore } from '#platform/backup/restore.ts'
import type { BackupSettings } from '#platform/config/backup.ts'
import type { Db } from '#platform/db/pool.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { type BackupState, isDue, type Proof, stateOf } from './proof.ts'
import * as store from './store.ts'

/** Settings with a directory. */
export type BackupTarget = Omit<BackupSettings, 'dir'> & { dir: string; databaseUrl: string }

const PROOFS_KEPT_DAYS = 365

export async function isBackupDue({ db, clock }: Pick<JobCtx, 'db' | 'clock'>, hour: number): Promise<boolean> {
  return isDue(clock(), hour, (await store.lastProof(db))?.startedAt ?? null)
}

/**
 * Makes a backup, verifies it with a trial restore and records the result. Old backups are deleted only after a new one is
 * verified.
 */
export async function verifyBackup(ctx: JobCtx, target: BackupTarget): Promise<void> {
  const proof = await attempt(ctx, target)
  await store.insertProof(ctx.db, ctx.newId<'proof'>(), proof)
  await store.deleteProofs(ctx.db, addSeconds(ctx.clock(), -PROOFS_KEPT_DAYS * SECONDS_PER_DAY))
  if (proof.result !== 'proven') throw new NotProven(proof)
  ctx.progress(proof.rowCount ?? 0)
  await removeOldBackups(target.dir, target.keep, ctx.clock())
}

/** The error name is shown in the table of runs. */
class NotProven extends Error {
  constructor({ result, detail }: Proof) {
    super(`The backup was not proven (${result}): ${detail}`)
    this.name = 'BackupNotProven'
  }
}

async function attempt(ctx: JobCtx, target: BackupTarget): Promise<Proof> {
  const { databaseUrl, dir, toolsDir } = target
  const { signal, clock } = ctx
  const startedAt = clock()
  const made: { backup: Backup | null; at: Date } = { backup: null, at: startedAt }
  const ended = (result: Proof['result'], detail: string): Proof => proofOf(startedAt, made, clock(), result, detail)
  try {
    made.backup = await createBackup({ databaseUrl, dir, toolsDir, now: startedAt, signal })
    made.at = clock()
    const { differences } = await testRestore(made.backup.folder, databaseUrl, { toolsDir, signal })
    return differences.length === 0 ? ended('proven', '') : ended('different', differences.join('\n'))
  } catch (error) {
    // Another process leads now and starts again; an aborted run is no result about the backup.
    if (wasAborted(signal)) throw error
    // The message may quote rows, so it goes to the log, and the record names only the step.
    ctx.log.error({ err: error }, 'the backup could not be verified')
    return ended('failed', made.backup ? 'restore' : 'backup')
  }
}

function wasAborted({ aborted, reason }: AbortSignal): boolean {
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
    rowCount: backup && totalRows(backup.manifest),
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

/** Null when no backup was ever verified. */
export async function lastProvenAt(db: Db): Promise<Date | null> {
  return (await store.lastProven(db))?.startedAt ?? null
}
