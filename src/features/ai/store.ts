import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { Explanation } from './explanation.ts'

export type StoredExplanation = { explanation: Explanation; generatedAt: Date }

export async function findExplanation(db: Db, key: Buffer, now: Date): Promise<StoredExplanation | null> {
  const { rows } = await sql<StoredExplanation>`
    select explanation, generated_at as "generatedAt" from ai_explanations where key = ${key} and expires_at > ${now}
  `.execute(db)
  return rows[0] ?? null
}

/** Upserts the answer, and deletes expired ones with every insert. */
export async function upsertExplanation(db: Db, key: Buffer, kept: StoredExplanation, expiresAt: Date): Promise<void> {
  await sql`delete from ai_explanations where expires_at <= ${kept.generatedAt}`.execute(db)
  await sql`
    insert into ai_explanations (key, explanation, generated_at, expires_at)
    values (${key}, ${JSON.stringify(kept.explanation)}::jsonb, ${kept.generatedAt}, ${expiresAt})
    on conflict (key) do update set explanation = excluded.explanation, generated_at = excluded.generated_at,
      expires_at = excluded.expires_at
  `.execute(db)
}
