import type { Pool } from 'pg'
import { sha256 } from '../crypto.ts'

/**
 * Identifies the database that a process serves. Derived from the server's own identifiers and not from a row, because a
 * restored copy would carry that row and look like the original.
 */
export async function installationId(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ server: string; database: string }>(
    `select c.system_identifier::text as server, d.oid::text as database
     from pg_control_system() c, pg_database d where d.datname = current_database()`,
  )
  return sha256(`${rows[0]?.server}/${rows[0]?.database}`).toString('hex').slice(0, 32)
}
