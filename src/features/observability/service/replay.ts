import { type Cursor, decodeCursor, encodeCursor } from '#base/cursor.ts'
import type { Locale } from '#base/messages.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { piecesOf } from '../buckets.ts'
import { type Summary, summaryOf } from '../counts.ts'
import { alertHappening, eventHappening } from '../happenings.ts'
import { invalidCursor } from '../problems.ts'
import * as alertStore from '../store/alerts.ts'
import * as countStore from '../store/counts.ts'
import { readEvents } from '../store/timeline.ts'
import { ALERT, type Choice, choose, type Happening, type TimelineFilter } from '../timeline.ts'
import type { Window } from '../window.ts'

/** The Hebrew sentence of each event, by name. */
export type EventTitles = ReadonlyMap<string, string>

type Asker = Pick<UserCtx, 'db' | 'now' | 'locale'>
type Position = { at: Date; id: string }
export type Replay = { counts: Summary & { alerts: number }; events: Happening[]; nextCursor: string | null }

/** Sorts before any id. */
const FIRST = '0'.repeat(32)

/** The resolved selection of a timeline, computed once for all its pages. */
export type Timeline = { choice: Choice | null; alerts: alertStore.AlertFilter | null; window: Window; locale: Locale }

export async function openTimeline(
  { db, now, locale }: Asker,
  titles: EventTitles,
  window: Window,
  filter: TimelineFilter,
) {
  const all = await countStore.countEvents(db, piecesOf(window, now))
  const { choice, chosen } = choose(all, filter, (event) => titles.get(event) ?? '')
  const withAlerts = filter.type === undefined || filter.type === ALERT
  const alerts = withAlerts ? { ...window, severity: filter.severity, q: filter.q } : null
  const begun = alerts ? await alertStore.countStarted(db, alerts) : 0
  const timeline: Timeline = { choice, alerts, window, locale }
  return { timeline, counts: { ...summaryOf(chosen), alerts: begun } }
}

/** Reads the items after a cursor in chronological order, up to `limit`. */
export async function readTimeline(db: UserCtx['db'], timeline: Timeline, after: Position | null, limit: number) {
  const { choice, alerts, window, locale } = timeline
  const from = after ?? { at: window.start, id: FIRST }
  const [events, begun] = await Promise.all([
    choice ? readEvents(db, choice, { ...from, end: window.end }, limit) : [],
    alerts ? alertStore.alertsAfter(db, alerts, from, limit) : [],
  ])
  return [...events.map((event) => eventHappening(event, locale)), ...begun.map((alert) => alertHappening(alert))]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
    .slice(0, limit)
}

export type ReplayRequest = TimelineFilter & { limit: number; cursor?: string | undefined }

export async function replay(ctx: Asker, titles: EventTitles, window: Window, ask: ReplayRequest): Promise<Replay> {
  const after = ask.cursor === undefined ? null : readCursor(ask.cursor)
  const { timeline, counts } = await openTimeline(ctx, titles, window, ask)
  const found = await readTimeline(ctx.db, timeline, after, ask.limit + 1)
  const events = found.slice(0, ask.limit)
  const last = events.at(-1)
  const nextCursor = found.length > ask.limit && last ? encodeCursor(last) : null
  return { counts, events, nextCursor }
}

function readCursor(text: string): Cursor<'happening'> {
  const cursor = decodeCursor<'happening'>(text)
  if (!cursor) throw invalidCursor({ field: 'cursor' })
  return cursor
}
