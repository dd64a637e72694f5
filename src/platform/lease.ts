import { sql } from 'kysely'
import type { Db } from './db/pool.ts'

/** Proof of leadership: a write that carries an old epoch can be rejected (fencing). */
export type LeaderLease = { epoch: bigint; acquiredAt: Date }

/**
 * One holder at a time, by a row that expires. The database's clock decides, so hosts need not agree on the time.
 * Not a session lock: those are lost at failover and do not work through a transaction pooler.
 */
export async function acquireLeaderLease(
  db: Db,
  name: string,
  holder: string,
  seconds: number,
): Promise<LeaderLease | null> {
  const { rows } = await sql<{ epoch: string; acquired_at: Date }>`
    insert into job_locks as held (name, holder, epoch, acquired_at, expires_at)
    values (${name}, ${holder}, 1, now(), now() + make_interval(secs => ${seconds}))
    on conflict (name) do update
      set holder = excluded.holder, epoch = held.epoch + 1, acquired_at = excluded.acquired_at, expires_at = excluded.expires_at
      where held.expires_at < now()
    returning epoch, acquired_at
  `.execute(db)
  const row = rows[0]
  return row ? { epoch: BigInt(row.epoch), acquiredAt: row.acquired_at } : null
}

/** False when another process holds it by now: stop leading at once. */
export async function renewLeaderLease(db: Db, name: string, lease: LeaderLease, seconds: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update job_locks set expires_at = now() + make_interval(secs => ${seconds})
    where name = ${name} and epoch = ${String(lease.epoch)} and expires_at >= now()
  `.execute(db)
  return numAffectedRows === 1n
}

export async function releaseLeaderLease(db: Db, name: string, lease: LeaderLease): Promise<void> {
  await sql`update job_locks set expires_at = now() - interval '1 second' where name = ${name} and epoch = ${String(lease.epoch)}`.execute(
    db,
  )
}
