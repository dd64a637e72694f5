import type { Client } from 'pg'
import { cpuMsOf, descendantsOf } from '../tools/process-tree.ts'
import { schedOf, timed } from './library-cpu.ts'
import type { Ask, HttpClient } from './library-http.ts'
import { NEEDLES } from './library-texts.ts'
import type { Person } from './scale-people.ts'

/** A web process and its database. `nodes` has a connection to each server of the database. */
export type Engine = {
  title: string
  http: HttpClient
  webPid: number
  nodes: readonly Client[]
  postmasters: readonly number[]
  /** Those whose requests are measured. */
  active: readonly Person[]
  /** Those whose requests only let Node compile the code. */
  spare: readonly Person[]
}

/** Of one request: milliseconds, blocks of 8 kB and kilobytes. */
export type Cost = Record<'p50' | 'p95' | 'web' | 'database' | 'hit' | 'read' | 'wal', number>
type Kind = { title: string; ask: (person: Person, turn: number) => Ask }

const get = (title: string, path: (person: Person, turn: number) => string): Kind => ({
  title,
  ask: (person, turn) => ({ method: 'GET', path: path(person, turn), cookie: person.cookie }),
})

const KINDS: readonly Kind[] = [
  get('list, JSON', () => '/api/files'),
  get('search, JSON', () => `/api/files?q=${NEEDLES.common}`),
  get('file, page', ({ files }, turn) => `/file/${files[turn % files.length]}`),
  get('reminder summary', () => '/api/sticky-notes/reminders/summary'),
  {
    title: 'save a version',
    ask: ({ cookie, fileName }, turn) => {
      const body = JSON.stringify({ file_name: fileName, content: `// edit ${RUN} ${turn}\n${SAVED_TEXT}` })
      return { method: 'POST', path: '/api/files', cookie, body }
    },
  },
  {
    title: 'save a note',
    ask: ({ cookie, noteId }, turn) => {
      const body = JSON.stringify({ content: `Check this line before release ${RUN} ${turn}.` })
      return { method: 'PUT', path: `/api/sticky-notes/note/${noteId}`, cookie, body }
    },
  },
]

/** Differs between runs on kept databases: a text that was saved before is not stored again. */
const RUN = Date.now()

/** About 1.5 kB, as the files of the people are. */
const SAVED_TEXT = Array.from({ length: 40 }, (_, i) => `export const line${i} = [${i}, ${i * 7}, '${i * 31}']`).join(
  '\n',
)

/** Processes of the servers come and go, so they are looked up after this many turns. */
const LOOK_EVERY = 50

type Turns = { from: number; count: number; group: 'active' | 'spare' }

/** The engines answer each turn one after another, so that a busy moment of the machine falls on all of them. */
async function measure(engines: readonly Engine[], kind: Kind, turns: Turns): Promise<Cost[]> {
  const { from, count, group } = turns
  const times = engines.map((): number[] => [])
  const database = engines.map(() => 0)
  const before = await Promise.all(engines.map(readCounters))
  for (let look = from; look < from + count; look += LOOK_EVERY) {
    const ran = engines.map(ranByProcess)
    for (let turn = look; turn < Math.min(look + LOOK_EVERY, from + count); turn++)
      for (let i = 0; i < engines.length; i++) {
        // Each is as often the first as the others: the first of a turn finds colder processor caches.
        const nth = (turn + i) % engines.length
        const engine = engines[nth]
        const person = engine?.[group][turn % engine[group].length]
        if (!engine || !person) throw new Error('There is nobody to ask for')
        const pids = [process.pid, engine.webPid, ...(ran[nth]?.keys() ?? [])]
        const time = await timed(pids, () => send(engine, kind, kind.ask(person, turn)))
        times[nth]?.push(time.own)
      }
    for (const [i, engine] of engines.entries()) database[i] = (database[i] ?? 0) + ranSince(engine, ran[i])
  }
  const after = await Promise.all(engines.map(readCounters))
  return engines.map((_, i) => {
    const sorted = (times[i] ?? []).toSorted((a, b) => a - b)
    const since = (name: keyof Counters) => ((after[i]?.[name] ?? 0) - (before[i]?.[name] ?? 0)) / count
    return {
      p50: sorted[Math.floor(count * 0.5)] ?? 0,
      p95: sorted[Math.floor(count * 0.95)] ?? 0,
      web: since('web'),
      database: (database[i] ?? 0) / count,
      hit: since('hit'),
      read: since('read'),
      wal: since('wal') / 1000,
    }
  })
}

async function send({ http, title }: Engine, kind: Kind, ask: Ask): Promise<void> {
  const { status, body } = await http.ask(ask)
  if (status >= 300) throw new Error(`${title}, ${kind.title}: ${status} ${body.toString().slice(0, 300)}`)
}

function ranByProcess({ postmasters }: Engine): Map<number, number> {
  return new Map(postmasters.flatMap(descendantsOf).map((pid) => [pid, schedOf([pid]).ran]))
}

function ranSince(engine: Engine, before: ReadonlyMap<number, number> | undefined): number {
  return [...ranByProcess(engine)].reduce((sum, [pid, ran]) => sum + ran - (before?.get(pid) ?? 0), 0)
}

type Counters = { web: number; hit: number; read: number; wal: number }

/** From `pg_stat_statements`, because `pg_stat_database` is up to ten seconds behind. */
async function readCounters({ webPid, nodes }: Engine): Promise<Counters> {
  const found = await Promise.all(
    nodes.map((client) =>
      client.query<Omit<Counters, 'web'>>(
        `select coalesce(sum(shared_blks_hit), 0)::float8 as hit, coalesce(sum(shared_blks_read), 0)::float8 as read,
           coalesce(sum(wal_bytes), 0)::float8 as wal
         from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`,
      ),
    ),
  )
  const rows = found.flatMap((result) => result.rows)
  const sum = (name: 'hit' | 'read' | 'wal') => rows.reduce((total, row) => total + row[name], 0)
  return { web: cpuMsOf(webPid), hit: sum('hit'), read: sum('read'), wal: sum('wal') }
}

type Row = { kind: string; first: Cost[]; again: Cost[] }

/** A first visit to each person, then one of every kind to everybody that fills the caches, then the passes. */
export async function measureAll(engines: readonly Engine[], { rounds, passes }: Passes): Promise<Row[]> {
  const { active, spare } = engines[0] ?? { active: [], spare: [] }
  for (const kind of KINDS) await measure(engines, kind, { from: 0, count: 2 * spare.length, group: 'spare' })
  const share = Math.floor(active.length / KINDS.length)
  const rows: Row[] = []
  for (const [i, kind] of KINDS.entries()) {
    const first = await measure(engines, kind, { from: i * share, count: share, group: 'active' })
    rows.push({ kind: kind.title, first, again: [] })
  }
  for (const kind of KINDS) await measure(engines, kind, { from: active.length, count: active.length, group: 'active' })
  const measured = KINDS.map((): Cost[][] => [])
  for (let pass = 0; pass < passes; pass++)
    for (const [i, kind] of KINDS.entries()) {
      const from = 2 * active.length + pass * rounds
      measured[i]?.push(await measure(engines, kind, { from, count: rounds, group: 'active' }))
    }
  return rows.map((row, i) => ({
    ...row,
    again: engines.map((_, nth) => medianOf((measured[i] ?? []).flatMap((costs) => costs[nth] ?? []))),
  }))
}

export type Passes = { rounds: number; passes: number }

/** The median of each figure. */
function medianOf(costs: readonly Cost[]): Cost {
  const median = (name: keyof Cost) =>
    costs.map((cost) => cost[name]).toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0
  const [p50, p95, web, database] = [median('p50'), median('p95'), median('web'), median('database')]
  return { p50, p95, web, database, hit: median('hit'), read: median('read'), wal: median('wal') }
}
