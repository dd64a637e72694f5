import { Client } from 'pg'
import { SECONDS_PER_DAY } from '#base/time.ts'

const DAYS = 30

type Kind = [event: string, severity: string, share: number]

/** Kinds of events and how often each happens: most are information, and one happens a few times a month. */
const KINDS: readonly Kind[] = [
  ['codehost_sync', 'info', 0.15],
  ['push_send_attempt', 'info', 0.12],
  ['job_finished', 'info', 0.08],
  ...Array.from({ length: 30 }, (_, i): Kind => [`quiet_thing_${i}`, 'info', 0.002]),
  ['push_send_error', 'error', 0.02],
  ['request_failed', 'error', 0.005],
  ['codehost_rate_limit_check', 'warn', 0.02],
  ['share_view_not_found', 'warn', 0.005],
  ['db_recycle_bin_ttl_index_missing', 'critical', 0.0001],
  ['rare_thing', 'info', 0.0000002],
  // All the rest.
  ['business_metric', 'info', 1],
]
const UNTIL = KINDS.map((_, i) => KINDS.slice(0, i + 1).reduce((sum, [, , share]) => sum + share, 0)).slice(0, -1)

/**
 * Fills an empty database: whole days into tables of their own, keys and indexes after, then the counts from what is there. Says when
 * the last event was: data that is kept from an earlier run ends there. */
export async function loadObservations(url: string, events: number, now: Date): Promise<Date> {
  const clients = await Promise.all([connect(url), connect(url)])
  const [client] = clients
  const { rows } = await client.query("select from pg_inherits where inhparent = 'events'::regclass")
  if (rows.length === 1) await load(clients, events, now)
  const { rows: latest } = await client.query<{ at: Date }>('select at from events order by at desc, id desc limit 1')
  await Promise.all(clients.map((each) => each.end()))
  return latest[0]?.at ?? now
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // When something fails the server goes first, and this is not the error that matters.
  client.on('error', () => {})
  await client.connect()
  await client.query("set work_mem = '256MB'")
  return client
}

async function load(clients: readonly [Client, Client], events: number, now: Date): Promise<void> {
  const started = performance.now()
  const today = Math.floor(now.getTime() / 1000 / SECONDS_PER_DAY)
  const days = Array.from({ length: DAYS + 1 }, (_, i) => today - DAYS + i)
  await Promise.all(
    clients.map(async (client) => {
      for (let day = days.shift(); day !== undefined; day = days.shift()) {
        await loadDay(client, day, Math.ceil(events / DAYS), now)
        process.stderr.write(`\r${DAYS + 1 - days.length} of ${DAYS + 1} days `)
      }
    }),
  )
  const [client] = clients
  await attachDays(client, today)
  await loadCounts(client)
  await loadRequests(client, now)
  await loadAlerts(client, now)
  await client.query('vacuum analyze')
  process.stderr.write(`\rloaded in ${((performance.now() - started) / 1000).toFixed(0)} s\n`)
}

const isoDay = (day: number) => new Date(day * SECONDS_PER_DAY * 1000).toISOString()
const tableOf = (day: number) => `events_${isoDay(day).slice(0, 10).replaceAll('-', '')}`

async function loadDay(client: Client, day: number, count: number, now: Date): Promise<void> {
  const seconds = Math.min(SECONDS_PER_DAY, now.getTime() / 1000 - day * SECONDS_PER_DAY)
  const rows = Math.round((count * seconds) / SECONDS_PER_DAY)
  const name = tableOf(day)
  // In one transaction with its making a table's rows need no log.
  await client.query('begin')
  await client.query(`create table ${name} (like events including defaults including constraints)`)
  await client.query(
    `insert into ${name} (at, id, event, severity, request_id, fields)
     select $1::timestamptz + make_interval(secs => $2::float8 * i / $3::float8), gen_random_uuid(), ($4::text[])[kind], ($5::text[])[kind],
       md5(i::text), jsonb_build_object('msg_he', 'אירוע לדוגמה', 'resource', jsonb_build_object('type', 'note', 'id', md5(i::text)), 'count', i % 97)
     from (select i, width_bucket(random(), $6::float8[]) + 1 as kind from generate_series(0, $3::int - 1) i) made`,
    [isoDay(day), seconds, rows, KINDS.map(([event]) => event), KINDS.map(([, severity]) => severity), UNTIL],
  )
  await client.query('commit')
  await client.query(`alter table ${name} add primary key (at, id)`)
  await client.query(`create index on ${name} (severity, at, id) where severity <> 'info'`)
  await client.query(`create index on ${name} (event, at)`)
  await client.query(`alter table ${name} add check (at >= '${isoDay(day)}' and at < '${isoDay(day + 1)}')`)
}

async function attachDays(client: Client, today: number): Promise<void> {
  for (let day = today - DAYS; day <= today; day++)
    await client.query(
      `alter table events attach partition ${tableOf(day)} for values from ('${isoDay(day)}') to ('${isoDay(day + 1)}')`,
    )
}

/** As the sink would have counted them; each kind of bucket only as long as it is kept. */
async function loadCounts(client: Client): Promise<void> {
  await client.query(`insert into event_counts (seconds, at, event, severity, count)
    select 60, date_bin('1 minute', at, 'epoch'), event, severity, count(*) from events group by 2, 3, 4`)
  for (const seconds of [300, 3600])
    await client.query(
      `insert into event_counts (seconds, at, event, severity, count)
       select $1::int, date_bin(make_interval(secs => $1::int), at, 'epoch'), event, severity, sum(count) from event_counts where seconds = 60
       group by 2, 3, 4`,
      [seconds],
    )
  await client.query(`insert into event_counts (seconds, at, event, severity, count)
    select seconds, at, '*', severity, sum(count) from event_counts group by 1, 2, 4`)
  await client.query(`delete from event_counts where seconds = 60 and at < now() - interval '9 days'`)
}

/** Sixty routes of which each minute sees most. */
async function loadRequests(client: Client, now: Date): Promise<void> {
  for (const [seconds, days] of [
    [60, 8],
    [300, DAYS],
    [3600, DAYS],
  ])
    await client.query(
      `insert into request_counts
       select $1::int, at, 'GET', '/bench/route-' || r, n, n / 50, n * (5 + r), 900, n / 2, n / 4, 0, 0, 0, n / 8, 0, 0
       from generate_series(date_bin(make_interval(secs => $1::int), $2::timestamptz - make_interval(days => $3::int), 'epoch'), $2::timestamptz,
         make_interval(secs => $1::int)) at
       cross join generate_series(1, 60) r cross join lateral (select (8 + (r * 7) % 50) * $1::bigint / 60 as n) sums`,
      [seconds, now, days],
    )
  await client.query(`insert into request_counts
    select seconds, at, '*', '*', sum(requests), sum(errors), sum(total_ms), max(max_ms), sum(ms_10), sum(ms_25), sum(ms_50), sum(ms_100), sum(ms_250),
      sum(ms_500), sum(ms_1000), sum(ms_2500) from request_counts group by 1, 2`)
}

async function loadAlerts(client: Client, now: Date): Promise<void> {
  await client.query(
    `insert into alerts (id, fingerprint, started_at, ended_at, received_at, name, severity, summary, type, source, status, tags, metadata, search)
     select gen_random_uuid(), 'f' || i, at, case when i % 100 > 0 then at + interval '20 minutes' end, at, 'BenchAlert' || i % 40,
       (array['info', 'warn', 'error', 'critical'])[1 + i % 4], 'Something about bench ' || i, 'bench', 'alertmanager',
       case when i % 100 > 0 then 'resolved' else 'firing' end, '["job=bench"]', '{}',
       'benchalert something about bench ' || i || ' bench job=bench'
     from (select i, $1::timestamptz - make_interval(secs => i * 130.0) as at from generate_series(1, 20000) i) made`,
    [now],
  )
}
