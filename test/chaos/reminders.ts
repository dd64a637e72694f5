import type { Client } from 'pg'
import type { PushService } from '../push-service.ts'
import { full } from './processes.ts'

type Asked = {
  people: number
  notesEach: number
  /** The first falls due now, the last after so many seconds. */
  overSeconds: number
}

/** People with a device each, and notes whose reminders fall due one after the other. */
export async function fillReminders(client: Client, service: PushService, asked: Asked): Promise<void> {
  const { people, notesEach, overSeconds } = asked
  const browsers = Array.from({ length: people }, (_, i) => service.browser(`device-${i}`))
  await client.query(
    `insert into users (user_id, role, first_name, created_at, last_sign_in_at)
     select 100000 + i, 'user', 'Person ' || i, now(), now() from generate_series(1, $1) i`,
    [people],
  )
  await client.query(
    `insert into notes (user_id, id, kind, repo_name, repo_path, title, content, search_title, search_body, pos_x, pos_y, width,
       height, color, is_minimized, mode, created_at, updated_at)
     select 100000 + i, gen_random_uuid(), 'repo', 'a/b', 'c.py', '', 'note ' || n, '', '', 0, 0, 250, 200, 'yellow', false,
       'anchored', now(), now()
     from generate_series(1, $1) i, generate_series(1, $2) n`,
    [people, notesEach],
  )
  await client.query(
    `insert into push_subscriptions (user_id, endpoint_hash, endpoint, host, p256dh, auth, device, created_at)
     select 100000 + i, md5('device' || i), e, $4, p, a, 'Test', now()
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as b (e, p, a, i)`,
    [
      browsers.map(({ endpoint }) => endpoint),
      browsers.map(({ keys }) => keys.p256dh),
      browsers.map(({ keys }) => keys.auth),
      `127.0.0.1:${service.port}`,
    ],
  )
  await client.query(
    `insert into reminders (user_id, note_id, remind_at, status, push_at)
     select user_id, id, at, 'pending', at
     from (select user_id, id, now() + make_interval(secs => $1::float8 * row_number() over (order by md5(id::text)) / count(*) over ()) as at
       from notes) due`,
    [overSeconds],
  )
}

export type Outcome = {
  reminders: number
  pushes: number
  missing: number
  twice: number
  twiceWithoutDeath: number
  onTheWireWhenAnswered: number
  afterAnswer: number
}

/**
 * An answer (ack or snooze) and a push that met within this time met on the wire: nobody could have called it back. A sender that
 * has looked for answers may stall before it sends, on a busy machine for longer than a second.
 */
const ON_THE_WIRE_MS = full ? 1_000 : 5_000

/** What arrived against what was asked for. `answered`: by note and moment, when its person had acknowledged or snoozed it. */
export async function judge(
  client: Client,
  received: PushService['received'],
  answered: ReadonlyMap<string, number>,
): Promise<Outcome> {
  const { rows } = await client.query<{ key: string; interrupted: number; status: string }>(
    `select replace(note_id::text, '-', '') || '@' || to_char(remind_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"') as key,
       interrupted, status from reminder_deliveries`,
  )
  const deaths = new Map(rows.map(({ key, interrupted }) => [key, interrupted]))
  const arrivals = Map.groupBy(received, ({ payload }) => String(payload['tag']))
  const twice = [...arrivals].filter(([, pushes]) => pushes.length > 1)
  const late = received.flatMap(({ payload, at }) => {
    const key = String(payload['tag'])
    const answeredAt = answered.get(key) ?? Number.POSITIVE_INFINITY
    // Whoever answers before the moment has come must hear nothing of it: no sender can be on its way.
    const onTheWireMs = momentOf(key) > answeredAt ? 0 : ON_THE_WIRE_MS
    return at > answeredAt ? [{ isOnTheWire: at - answeredAt <= onTheWireMs }] : []
  })
  return {
    reminders: rows.length,
    pushes: received.length,
    missing: rows.filter(({ key }) => !arrivals.has(key) && !answered.has(key)).length,
    twice: twice.length,
    twiceWithoutDeath: twice.filter(([key]) => (deaths.get(key) ?? 0) === 0).length,
    onTheWireWhenAnswered: late.filter(({ isOnTheWire }) => isOnTheWire).length,
    afterAnswer: late.filter(({ isOnTheWire }) => !isOnTheWire).length,
  }
}

/** The time in the key of a note and a moment. */
const momentOf = (key: string): number => Date.parse(key.split('@')[1] ?? '')
