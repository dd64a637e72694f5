import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { newId } from '../random.ts'
import { BUCKETS, bucketOf } from './counts.ts'
import type { Emit, EventRecord, EventType, Fields } from './event.ts'

export type EventLog = { info: Write; warn: Write; error: Write }
type Write = (fields: object, message: string) => void

export type EventSink = {
  /** Never waits and never throws: emitting an event must not slow down or fail the request. */
  emitFor: (requestId: string | null) => Emit
  /** Events dropped because the store was down for longer than the buffer lasts. */
  dropped: () => number
  flush: () => Promise<void>
  close: () => Promise<void>
}

const FLUSH_EVERY_MS = 500
const BATCH = 500
/** A day of errors at a quiet site, a minute at a busy one; beyond it the oldest are dropped and counted. */
const MAX_BUFFERED = 20_000

/** Logs every event at once and inserts it into the `events` table in batches. */
export function openEventSink(db: Db, log: EventLog, now: () => Date): EventSink {
  const buffer: EventRecord[] = []
  let dropped = 0
  let flushing: Promise<void> = Promise.resolve()

  const write = (record: EventRecord): void => {
    logEvent(log, record)
    buffer.push(record)
    if (buffer.length > MAX_BUFFERED) {
      buffer.shift()
      dropped += 1
    }
  }

  const drain = async (): Promise<void> => {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, BATCH)
      const droppedBefore = dropped
      await insertEvents(db, batch)
      // The oldest of them may have been dropped in the meantime.
      buffer.splice(0, Math.max(0, batch.length - (dropped - droppedBefore)))
    }
  }

  const flush = (): Promise<void> => {
    // One drain at a time keeps the order; a failed one leaves its rows in the buffer for the next.
    flushing = flushing
      .then(drain)
      .catch((error: unknown) => log.warn({ err: error }, 'events could not be written and will be retried'))
    return flushing
  }

  const timer = setInterval(() => void (buffer.length > 0 && flush()), FLUSH_EVERY_MS)
  timer.unref()

  return {
    emitFor: (requestId) => (type, fields) => write(recordOf(type, fields, requestId, now())),
    dropped: () => dropped,
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

function recordOf(type: EventType, fields: Fields, requestId: string | null, at: Date): EventRecord {
  return {
    at,
    id: newId(at),
    event: type.name,
    severity: type.severity,
    requestId,
    fields: { ...fields, msg_he: type.msgHe },
  }
}

function logEvent(log: EventLog, { event, severity, requestId, fields }: EventRecord): void {
  log[severity === 'critical' ? 'error' : severity]({ event, severity, request_id: requestId, ...fields }, event)
}

async function insertEvents(db: Db, records: readonly EventRecord[]): Promise<void> {
  const columns = [
    records.map((record) => record.at.toISOString()),
    records.map((record) => record.id),
    records.map((record) => record.event),
    records.map((record) => record.severity),
    records.map((record) => record.requestId),
    records.map((record) => JSON.stringify(record.fields, storable)),
  ] as const
  // Arrays keep the statement text the same for every batch size, so it is prepared once. A batch whose confirmation was lost is
  // retried with the same ids, and rows that exist already are not counted again. The counts are written in the order of their
  // key: concurrent processes wait for each other but cannot deadlock.
  await sql`
    with inserted as (
      insert into events (at, id, event, severity, request_id, fields)
      select * from unnest(${columns[0]}::timestamptz[], ${columns[1]}::uuid[], ${columns[2]}::text[], ${columns[3]}::text[],
        ${columns[4]}::text[], ${columns[5]}::jsonb[])
      on conflict do nothing returning at, event, severity
    )
    insert into event_counts as c (seconds, at, event, severity, count)
    select s.seconds, s.at, coalesce(s.event, '*'), s.severity, s.count from (
      select bucket.seconds, ${bucketOf('e.at')} as at, e.event, e.severity, count(*) as count
      from inserted e cross join ${BUCKETS} group by grouping sets ((1, 2, 3, 4), (1, 2, 4))
    ) s order by 1, 2, 3, 4
    on conflict (seconds, at, event, severity) do update set count = c.count + excluded.count
  `.execute(db)
}

/** A text that jsonb rejects would block its batch and all later ones for ever; an id taken from a URL may be such a text. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
}
