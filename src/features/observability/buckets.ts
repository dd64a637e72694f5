import { ROLLUPS } from '#base/rollups.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { Window } from './window.ts'

/** Buckets of one length that start in [from, to). */
export type Piece = { seconds: number; from: Date; to: Date }

const HOUR = 3600

/**
 * Chooses the buckets that add up to a window: whole hours inside, finer ones at both ends, as fine as retention allows.
 * Always returns three ranges, so that one statement fits; an empty range starts where it ends.
 */
export function piecesOf({ start, end }: Window, now: Date): readonly [Piece, Piece, Piece] {
  const { seconds } = ROLLUPS.find((rollup) => isKept(rollup, start, now)) ?? ROLLUPS[2]
  const [from, to] = [floor(start, seconds), ceil(end, seconds)]
  const [firstHour, lastHour] = [ceil(from, HOUR), floor(to, HOUR)]
  if (firstHour >= lastHour) return [{ seconds, from, to }, nothing(to), nothing(to)]
  return [
    { seconds, from, to: firstHour },
    { seconds: HOUR, from: firstHour, to: lastHour },
    { seconds, from: lastHour, to },
  ]
}

const nothing = (at: Date): Piece => ({ seconds: HOUR, from: at, to: at })

export const GRANULARITIES = { '1m': 60, '5m': 300, '1h': HOUR, '1d': SECONDS_PER_DAY } as const
export type Granularity = keyof typeof GRANULARITIES
const NAMES = ['1m', '5m', '1h', '1d'] as const satisfies Granularity[]

/** Whether the buckets still kept since the start of the window can produce points of this length. */
export function granularitiesFor({ start }: Window, now: Date): Granularity[] {
  return NAMES.filter((name) => {
    const rollup = rollupFor(GRANULARITIES[name])
    return isKept(rollup, start, now)
  })
}

/** Aims at a few hundred points per series. */
export function defaultGranularity({ start, end }: Window, allowed: readonly Granularity[]): Granularity {
  const hours = (end.getTime() - start.getTime()) / 1000 / HOUR
  const wanted = hours <= 6.01 ? '1m' : hours <= 24.01 ? '5m' : '1h'
  return allowed.includes(wanted) ? wanted : (allowed[0] ?? '1d')
}

/** The buckets behind a series: whole points, of which the last may be incomplete. */
export function seriesPiece({ start, end }: Window, granularity: number, now: Date): Piece {
  const until = new Date(Math.min(end.getTime(), now.getTime() + 1))
  return { seconds: rollupFor(granularity).seconds, from: floor(start, granularity), to: ceil(until, granularity) }
}

/** The start of each point. */
export function pointsOf({ from, to }: Piece, granularity: number): Date[] {
  const count = Math.max(0, Math.ceil((to.getTime() - from.getTime()) / 1000 / granularity))
  return Array.from({ length: count }, (_, i) => addSeconds(from, i * granularity))
}

function rollupFor(granularity: number) {
  return ROLLUPS.findLast(({ seconds }) => seconds <= granularity) ?? ROLLUPS[0]
}

function isKept({ keptDays }: { keptDays: number }, start: Date, now: Date): boolean {
  return start >= addSeconds(now, -keptDays * SECONDS_PER_DAY - 1)
}

function floor(at: Date, seconds: number): Date {
  return new Date(Math.floor(at.getTime() / 1000 / seconds) * seconds * 1000)
}

function ceil(at: Date, seconds: number): Date {
  return new Date(Math.ceil(at.getTime() / 1000 / seconds) * seconds * 1000)
}
