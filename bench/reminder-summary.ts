import { parseArgs } from 'node:util'
import { Client } from 'pg'
import type { UserId } from '#base/ids.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { summarise } from '#features/reminders/store/reminders.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'

/** The badge: our use of the query beside the same SQL through the bare driver, in turns; and its plan. */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '500' }, rounds: { type: 'string', default: '2000' } },
})
const PEOPLE = Number(values.people)
const ROUNDS = Number(values.rounds)
const NOTES_EACH = 50

async function fill(client: Client): Promise<UserId[]> {
  await client.query(
    `insert into notes (user_id, id, kind, repo_name, repo_path, title, content, search_title, search_body, pos_x, pos_y, width,
       height, color, is_minimized, mode, created_at, updated_at)
     select i, gen_random_uuid(), 'repo', 'a/b', 'c.py', '', repeat('note ', 100), '', '', 0, 0, 250, 200, 'yellow', false, 'anchored',
       now(), now() from generate_series(1, $1::int) i, generate_series(1, ${NOTES_EACH})`,
    [PEOPLE],
  )
  await client.query(
    `insert into reminders (user_id, note_id, remind_at, status, ack_at)
     select user_id, id, at, case when acked then 'acknowledged' else 'pending' end, case when acked then at end
     from (select user_id, id, now() + make_interval(secs => 100000 * (random() - 0.1)) as at, random() < 0.5 as acked from notes) r`,
  )
  await client.query('update notes set deleted_at = now(), purge_at = now() where random() < 0.02')
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: UserId }>('select distinct user_id::text as id from notes')
  return rows.map(({ id }) => id)
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

const p = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

async function main(): Promise<void> {
  await using postgres = await startPostgres()
  const url = postgres.url('postgres')
  await migrate(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  const people = await fill(client)
  let text = ''
  const { db, close } = openDatabase({
    url,
    size: 1,
    applicationName: 'bench',
    onStatement: (statement) => {
      text = statement
    },
  })
  const now = new Date()
  const times = { ours: [] as number[], bare: [] as number[] }
  await summarise(db, people[0] ?? throwEmpty(), now)
  const sql = text
  // As the driver is handed it: the parameters in the order in which the statement names them.
  const parameters = (id: UserId) =>
    Array.from({ length: sql.match(/\$\d+/g)?.length ?? 0 }, (_, i) => ([1, 5].includes(i) ? now : id))
  for (let i = 0; i < ROUNDS; i++) {
    const id = people[i % people.length] ?? throwEmpty()
    times.bare.push(await timed(() => client.query({ name: 'summary', text: sql, values: parameters(id) })))
    times.ours.push(await timed(() => summarise(db, people[(i + 7) % people.length] ?? id, now)))
  }
  const plan = await client.query<Record<'QUERY PLAN', string>>(
    `explain (analyze, buffers, costs off) ${sql}`,
    parameters(people[0] ?? throwEmpty()),
  )
  console.log(plan.rows.map((row) => row['QUERY PLAN']).join('\n'))
  for (const [name, all] of Object.entries(times))
    console.log(`${name}: p50 ${(p(all, 0.5) * 1000).toFixed(0)} µs, p95 ${(p(all, 0.95) * 1000).toFixed(0)} µs`)
  console.log(
    `ours / bare at p50: ${(p(times.ours, 0.5) / p(times.bare, 0.5)).toFixed(2)} (${PEOPLE * NOTES_EACH} reminders of ${PEOPLE} people)`,
  )
  await close()
  await client.end()
}

function throwEmpty(): never {
  throw new Error('nobody has a note')
}

await main()
