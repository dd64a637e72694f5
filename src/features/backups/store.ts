import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Proof } from './proof.ts'

type Row = Omit<Proof, 'sizeBytes' | 'rowCount'> & { sizeBytes: string | null; rowCount: string | null }

const COLUMNS = sql`started_at as "startedAt", ended_at as "endedAt", backup, size_bytes as "sizeBytes",
  table_count as "tableCount", row_count as "rowCount", backup_ms as "backupMs", restore_ms as "restoreMs", result, detail`

export async function insertProof(db: Db, id: string, proof: Proof): Promise<void> {
  await sql`
    insert into restore_proofs
      (id, started_at, ended_at, backup, size_bytes, table_count, row_count, backup_ms, restore_ms, result, detail)
    values (${id}, ${proof.startedAt}, ${proof.endedAt}, ${proof.backup}, ${proof.sizeBytes}, ${proof.tableCount},
      ${proof.rowCount}, ${proof.backupMs}, ${proof.restoreMs}, ${proof.result}, ${proof.detail})
  `.execute(db)
}

export async function deleteProofs(db: Db, before: Date): Promise<void> {
  await sql`delete from restore_proofs where started_at < ${before}`.execute(db)
}

/** The last attempt, whatever its result. */
export async function lastProof(db: Db): Promise<Proof | null> {
  const { rows } = await sql<Row>`select ${COLUMNS} from restore_proofs order by started_at desc limit 1`.execute(db)
  return toProof(rows[0])
}

export async function lastProven(db: Db): Promise<Proof | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from restore_proofs where result = 'proven' order by started_at desc limit 1
  `.execute(db)
  return toProof(rows[0])
}

function toProof(row: Row | undefined): Proof | null {
  if (!row) return null
  const number = (text: string | null) => (text === null ? null : Number(text))
  return { ...row, sizeBytes: number(row.sizeBytes), rowCount: number(row.rowCount) }
}
