import type { Pool } from 'pg'

const DAY_MS = 86_400_000

/**
 * Refuses to serve with a clock that is behind the database's last migration, as after a dead battery: new notes would sort before old
 * ones, sessions would be rejected, and reminders would stay silent. A day of tolerance for differing clocks.
 */
export async function assertClock(pool: Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ migrated: Date | null }>(
    'select max(applied_at) as migrated from schema_migrations',
  )
  const migrated = rows[0]?.migrated ?? null
  if (migrated === null || now.getTime() > migrated.getTime() - DAY_MS) return
  throw new Error(
    `The clock of this machine says ${now.toISOString()}, but the database was migrated on ${migrated.toISOString()}. Set the clock (such as \`timedatectl set-ntp true\`) and start again.`,
  )
}
