import { type Client, escapeLiteral } from 'pg'
import { listTrash } from '#features/files/store/trash.ts'
import type { Case } from './library-cases.ts'
import type { Rig } from './library-measure.ts'
import { isMain, type Statement, userOf } from './library-record.ts'
import { HEAVY_USER } from './make-library.ts'

/**
 * How the heavy user's queries run when PostgreSQL has stopped looking at the values: after five runs of a named statement it may
 * keep one plan for all of them, and that plan must be good.
 */
export async function explainAll(rig: Rig, client: Client, cases: readonly Case[]): Promise<string> {
  const parts = ['# Plans of the hot queries on the heavy user', '']
  for (const { title, who, asks } of cases) {
    const [ask] = asks
    if (who !== 'heavy' || !ask || /HTML|facets/.test(title)) continue
    const statements = (await rig.recorder.request(ask)).filter(isMain)
    for (const statement of statements) parts.push(...(await explained(client, title, statement)))
  }
  const trash = await rig.recorder.during(() => listTrash(rig.recorder.db, userOf(HEAVY_USER), null, 51))
  for (const statement of trash) parts.push(...(await explained(client, 'trash', statement)))
  return parts.join('\n')
}

async function explained(client: Client, title: string, { text, values = [], name }: Statement): Promise<string[]> {
  // Unnamed statements are planned for their values each time, named ones perhaps not.
  const mode = name === undefined ? 'force_custom_plan' : 'force_generic_plan'
  await client.query(`set plan_cache_mode = ${mode}`)
  await client.query(`prepare explained as ${text}`)
  const call = values.length === 0 ? 'explained' : `explained(${values.map(literal).join(', ')})`
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) execute ${call}`)
  await client.query('deallocate explained')
  await client.query('reset plan_cache_mode')
  const plan = rows.map((row) => row['QUERY PLAN'].slice(0, 200))
  return [`## ${title} (${mode})`, '', '```', ...plan, '```', '']
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return escapeLiteral(`{${value.join(',')}}`)
  return escapeLiteral(value instanceof Date ? value.toISOString() : `${value as string | number | boolean}`)
}
