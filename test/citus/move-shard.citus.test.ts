import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { longest, saveFileAsk, signInMany, startLoad } from '../chaos/load.ts'
import { start } from '../chaos/processes.ts'
import { cloneDatabase } from '../database.ts'

const MOVES = process.env['CITUS'] === 'full' ? 20 : 3
const PEOPLE = 40

type Placement = { shard: string; from: number; to: number }

test(
  'shards move between nodes while files are saved: no request fails, and every acknowledged file is there',
  {
    timeout: 60_000 + MOVES * 15_000,
  },
  async ({ annotate }) => {
    await using database = await cloneDatabase()
    const port = await freePort()
    await using web = await start('web', {
      databaseUrl: database.url,
      port,
      environment: { RATE_LIMIT_FACTOR: '1000' },
    })
    const cookies = await signInMany(port, PEOPLE)
    await using load = startLoad({ port, clients: 8, pauseMs: 5, next: (turn) => saveFileAsk(cookies, turn) })
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const moves: number[] = []
    for (let i = 0; i < MOVES; i++) {
      const started = performance.now()
      await move(client, i)
      moves.push(Math.round(performance.now() - started))
    }
    await load.stop()
    const failed = load.answers.filter(({ status }) => status !== 201)
    await annotate(
      `${load.answers.length} saves, longest ${Math.round(longest(load.answers))} ms; ${MOVES} moves, longest ${Math.max(...moves)} ms`,
    )
    expect(failed.map(({ status, error, ms }) => `${status || error} after ${Math.round(ms)} ms`)).toEqual([])
    const countFiles = async () =>
      (await client.query<{ n: number }>('select count(*)::int as n from files')).rows[0]?.n
    expect(await countFiles()).toBe(load.answers.length)
    await client.end()
    expect(load.answers.length).toBeGreaterThan(100)
    expect(web.running()).toBe(true)
  },
)

/** Moves a shard of the users, with the shards of all tables beside it, to the other node. */
async function move(client: Client, turn: number): Promise<void> {
  const ports = inject('citusWorkers').map((url) => Number(new URL(url).port))
  const { rows } = await client.query<Placement>(
    `select shardid::text as shard, nodeport as "from", $1::int + $2::int - nodeport as "to" from citus_shards
     where table_name = 'users'::regclass order by shardid`,
    ports,
  )
  const placement = rows[turn % rows.length]
  if (!placement) throw new Error('The users have no shard')
  await client.query(
    "select citus_move_shard_placement($1::bigint, '127.0.0.1', $2::int, '127.0.0.1', $3::int, shard_transfer_mode => 'auto')",
    [placement.shard, placement.from, placement.to],
  )
}
