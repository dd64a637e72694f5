import { describe, expect, it, test } from 'vitest'
import { defaultGranularity, granularitiesFor, piecesOf, pointsOf, seriesPiece } from './buckets.ts'
import { loneSamples } from './chart.ts'
import { percentile, slowest, summaryOf } from './counts.ts'
import { toPoints } from './series.ts'
import { choose, fieldsLine } from './timeline.ts'
import { readWindow } from './window.ts'

const NOW = new Date('2026-11-15T09:30:20.123Z')
const at = (text: string) => new Date(`2026-${text}Z`)
const short = (moment: Date) => moment.toISOString().slice(5, 16)

test('loneSamples finds samples between two gaps, which a line does not show', () => {
  expect(loneSamples([5])).toEqual([0])
  expect(loneSamples([null, 5, null, 1, 2, null, 0])).toEqual([1, 6])
  expect(loneSamples([1, 2, 3])).toEqual([])
  expect(loneSamples([null, null])).toEqual([])
})

describe('piecesOf a window', () => {
  it.each([
    ['within an hour: minutes', '11-15T09:10:30', '11-15T09:20:30', ['60 11-15T09:10 11-15T09:21']],
    [
      'over hours: minutes, hours, minutes',
      '11-15T06:50:10',
      '11-15T09:30:00',
      ['60 11-15T06:50 11-15T07:00', '3600 11-15T07:00 11-15T09:00', '60 11-15T09:00 11-15T09:30'],
    ],
    ['on the hour: hours alone', '11-15T07:00:00', '11-15T09:00:00', ['3600 11-15T07:00 11-15T09:00']],
    [
      'three weeks ago: five minutes at the ends',
      '10-25T06:52:00',
      '10-25T08:03:00',
      ['300 10-25T06:50 10-25T07:00', '3600 10-25T07:00 10-25T08:00', '300 10-25T08:00 10-25T08:05'],
    ],
    ['two months ago: hours', '09-15T06:52:00', '09-15T07:03:00', ['3600 09-15T06:00 09-15T08:00']],
    ['nothing', '11-15T07:00:00', '11-15T07:00:00', []],
  ])('%s', (_, start, end, pieces) => {
    const found = piecesOf({ start: at(start), end: at(end) }, NOW)
    const kept = found.filter(({ from, to }) => from < to)
    expect(kept.map(({ seconds, from, to }) => `${seconds} ${short(from)} ${short(to)}`)).toEqual(pieces)
  })
})

describe('series points', () => {
  test('are as fine as the retention at the start of the window allows', () => {
    const since = (days: number) => ({ start: new Date(NOW.getTime() - days * 86_400_000), end: NOW })
    expect(granularitiesFor(since(7), NOW)).toEqual(['1m', '5m', '1h', '1d'])
    expect(granularitiesFor(since(30), NOW)).toEqual(['5m', '1h', '1d'])
    expect(granularitiesFor(since(60), NOW)).toEqual(['1h', '1d'])
    expect(defaultGranularity(since(0.2), ['1h', '1d'])).toBe('1h')
    expect(defaultGranularity(since(0.2), ['1m', '5m', '1h', '1d'])).toBe('1m')
  })

  test('start with the window and end now when the window ends later', () => {
    const piece = seriesPiece({ start: at('11-15T09:02:00'), end: at('11-16T00:00:00') }, 300, NOW)
    expect(pointsOf(piece, 300).map(short)).toEqual(
      [0, 5, 10, 15, 20, 25, 30].map((m) => `11-15T09:${String(m).padStart(2, '0')}`),
    )
  })

  test('divide the incomplete point by its elapsed time, at least a minute', () => {
    const sums = new Map([
      [at('11-15T09:25:00').getTime(), { requests: 10 }],
      [at('11-15T09:30:00').getTime(), { requests: 10 }],
    ])
    const moments = [at('11-15T09:25:00'), at('11-15T09:30:00')]
    const points = toPoints('requests_per_minute', moments, sums, { granularity: 300, now: NOW })
    expect(points.map(({ value }) => value)).toEqual([2, 10])
  })
})

describe('95th percentile from the bounds', () => {
  it.each([
    ['all quick', { requests: 100, within: [100], maxMs: 8 }, 8],
    ['evenly between two bounds', { requests: 100, within: [0, 0, 0, 0, 100], maxMs: 250 }, 242.5],
    ['never more than the slowest', { requests: 100, within: [90, 0, 0, 10], maxMs: 60 }, 60],
    ['beyond the last bound', { requests: 10, within: [5], maxMs: 12_500 }, 11_500],
    ['a single one', { requests: 1, within: [0, 1], maxMs: 20 }, 20],
  ])('%s', (_, spread, p95) => {
    expect(percentile(spread, 0.95)).toBe(p95)
  })

  test('orders the endpoints', () => {
    const route = (name: string, within: number[], maxMs: number) => ({
      method: 'GET',
      route: name,
      requests: 10,
      errors: 0,
      totalMs: 100,
      maxMs,
      within,
    })
    expect(slowest([route('/a', [10], 9), route('/b', [0, 0, 10], 50)]).map((each) => each.route)).toEqual(['/b', '/a'])
  })
})

test('counts are summed by severity', () => {
  expect(
    summaryOf([
      { severity: 'warn', count: 2 },
      { severity: 'warn', count: 3 },
      { severity: 'info', count: 1 },
    ]),
  ).toEqual({
    total: 6,
    bySeverity: { info: 1, warn: 5, error: 0, critical: 0 },
  })
})

describe('replay choice', () => {
  const counts = [
    { event: 'a_done', severity: 'info' as const, count: 9 },
    { event: 'a_failed', severity: 'error' as const, count: 2 },
  ]
  const chosen = (filter: object) => choose(counts, { info: false, ...filter }, () => 'נכשל').choice

  test('selects events above info by severity, and by name only when a name is requested', () => {
    expect(chosen({})).toEqual({ severities: ['warn', 'error', 'critical'], names: null })
    expect(chosen({ type: 'a_done' })).toMatchObject({ names: ['a_done'] })
    expect(chosen({ q: 'FAIL' })).toMatchObject({ names: ['a_failed'] })
    expect(chosen({ q: 'נכשל', info: true })).toMatchObject({ names: ['a_done', 'a_failed'] })
  })

  test('selects nothing when the counts contain no such event', () => {
    expect(chosen({ severity: 'critical' })).toBeNull()
    expect(chosen({ type: 'never' })).toBeNull()
  })

  test('formats the fields of an event in one line', () => {
    const fields = { resource: { id: 'n1', type: 'note' }, status: 500, tried: ['a', 'b'], ok: false, none: null }
    expect(fieldsLine(fields)).toBe('resource: note n1 · status: 500 · tried: a, b · ok: false')
  })
})

test('the default window includes the current moment', () => {
  expect(readWindow({}, NOW)).toEqual({
    start: new Date('2026-11-14T09:30:20.124Z'),
    end: new Date('2026-11-15T09:30:20.124Z'),
  })
})
