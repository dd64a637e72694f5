import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { freePort } from '#platform/free-port.ts'
import { keepAliveClient, savedName, saveFileAsk, signInMany } from '../chaos/load.ts'
import { start, until } from '../chaos/processes.ts'
import { type Node, type PatroniCluster, type Replication, startPatroni } from './patroni.ts'

const SIZE = process.env['FAILOVER'] === 'full' ? { writes: 100_000, faults: 6 } : { writes: 3_000, faults: 3 }
const CLIENTS = 8
const PEOPLE = 40
/** How long replication is held back before the primary is killed. */
const LAG_MS = 300
const WRITES_AGAIN_WITHIN_SECONDS = 90

type Fault = { name: string; strike: (node: Node) => Promise<void>; repair: (node: Node) => void }

const FAULT_KINDS: readonly Fault[] = [
  {
    name: 'killed',
    strike: async (node) => {
      node.delayReplication()
      await sleep(LAG_MS)
      await node.kill()
    },
    repair: (node) => node.start(),
  },
  { name: 'frozen', strike: async (node) => node.freeze(), repair: (node) => node.thaw() },
  { name: 'cut off', strike: async (node) => node.cutOff(), repair: (node) => node.mend() },
]

type Load = { acknowledged: Set<string>; statuses: Map<number, number>; longestMs: number; stop: () => Promise<void> }

/** Clients that save one file after another, each under a name of its own, until they are stopped. */
function startSaving(port: number, cookies: readonly string[]): Load {
  const load: Omit<Load, 'stop'> = { acknowledged: new Set(), statuses: new Map(), longestMs: 0 }
  let on = true
  let turn = 0
  const loop = async () => {
    const client = keepAliveClient(port)
    while (on) {
      const at = turn++
      const { status, ms } = await client.send(saveFileAsk(cookies, at))
      if (status === 201) load.acknowledged.add(savedName(at))
      else await sleep(50)
      load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1)
      load.longestMs = Math.max(load.longestMs, ms)
    }
    client.close()
  }
  const loops = Array.from({ length: CLIENTS }, loop)
  const stop = async () => {
    on = false
    await Promise.all(loops)
  }
  return Object.assign(load, { stop })
}

type Print = (line: string) => Promise<unknown>

async function strikeInTurn(cluster: PatroniCluster, load: Load, print: Print): Promise<void> {
  const { writes, faults } = SIZE
  for (let i = 0; i < faults; i++) {
    await until('enough is saved', 3600, async () => load.acknowledged.size >= (writes * (i + 1)) / (faults + 1))
    await cluster.untilHealthy()
    const primary = await cluster.primary()
    const fault = FAULT_KINDS[i % FAULT_KINDS.length]
    if (!primary || !fault) throw new Error('There is no primary')
    const before = load.acknowledged.size
    await fault.strike(primary)
    const struck = performance.now()
    // Saves that were on their way count up to here.
    await sleep(500)
    const during = load.acknowledged.size
    await until('files are saved again', WRITES_AGAIN_WITHIN_SECONDS, async () => load.acknowledged.size > during + 20)
    const seconds = (performance.now() - struck) / 1000
    await print(`${primary.name} ${fault.name} after ${before} saves: saved again after ${seconds.toFixed(1)} s`)
    fault.repair(primary)
  }
  await until('all is saved', 3600, async () => load.acknowledged.size >= writes)
  await cluster.untilHealthy()
}

async function missing(url: string, acknowledged: ReadonlySet<string>): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select file_name as name from files')
  await client.end()
  const stored = new Set(rows.map(({ name }) => name))
  return [...acknowledged].filter((name) => !stored.has(name)).length
}

/** What is lost of what was acknowledged, with all faults in turn. */
async function lostWith(replication: Replication, print: Print): Promise<number> {
  await using cluster = await startPatroni(replication)
  await cluster.untilHealthy()
  await migrate(cluster.url)
  const port = await freePort()
  await using web = await start('web', {
    databaseUrl: cluster.url,
    port,
    environment: { RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'info' },
  })
  const load = startSaving(port, await signInMany(port, PEOPLE))
  try {
    await strikeInTurn(cluster, load, print)
  } finally {
    await load.stop()
  }
  const lost = await missing(cluster.url, load.acknowledged)
  const statuses = [...load.statuses].map(([status, n]) => `${n} × ${status || 'no answer'}`).join(', ')
  await print(`${replication}: ${load.acknowledged.size} saves acknowledged, ${lost} lost; answers: ${statuses}`)
  await print(`the longest answer took ${(load.longestMs / 1000).toFixed(1)} s`)
  expect(load.statuses.get(0) ?? 0, 'requests without an answer').toBe(0)
  expect(web.running()).toBe(true)
  return lost
}

const TIMEOUT_MS = (SIZE.writes / 50 + SIZE.faults * 120) * 1000

test(
  'no acknowledged save is lost while the primary is killed, frozen and cut off, with synchronous replication',
  {
    timeout: TIMEOUT_MS,
  },
  async ({ annotate }) => {
    expect(await lostWith('synchronous', annotate)).toBe(0)
  },
)

test(
  'the control: with asynchronous replication the same faults lose acknowledged saves',
  {
    timeout: TIMEOUT_MS,
  },
  async ({ annotate }) => {
    expect(await lostWith('asynchronous', annotate)).toBeGreaterThan(0)
  },
)
