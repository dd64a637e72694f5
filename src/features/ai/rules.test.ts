import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { eventCatalogue } from '#app/events.ts'
import { readAnswer } from './answer.ts'
import { SECTIONS } from './explanation.ts'
import { maskContext } from './mask.ts'
import { objectIn } from './prompt.ts'
import { RULE_BOOK, UNKNOWN } from './rule-book/book.ts'
import { explainByRules } from './rules.ts'

const causeOf = (value: unknown) => explainByRules(maskContext(value), 'en').rootCause

describe('rule book', () => {
  it.each([
    ['CodeshelfDatabasePoolWaiting', /connection is taken/],
    ['CodeshelfEventsDropped', /gave way/],
    ['CodeshelfWorkerReadingFailed', /cannot read what it measures/],
    ['db_recycle_bin_ttl_index_missing', /empties the trash/],
    ['job_stuck', /still open/],
    ['jobs_orphan_reconcile_failed', /earlier worker/],
    ['BackupUnproven', /proven restore/],
    ['push_send_error', /push service/],
    ['CodeshelfPush5xx', /push service/],
    ['push_send_missing_vapid_private', /VAPID/],
    ['HighErrorRate5xx', /fault of ours/],
    ['CodeshelfSlowRequests', /slow/],
    ['InstanceDown', /does not answer/],
    ['db_save_code_snippet_error', /act on files/],
  ])('%s', (name, cause) => {
    expect(causeOf({ name, severity: 'error' })).toMatch(cause)
  })

  test('a match in a name wins over a match in a sentence', () => {
    expect(causeOf({ summary: 'while a backup was being made', name: 'job_stuck' })).toMatch(/still open/)
    expect(causeOf({ summary: 'no space left on device' })).toMatch(/disk/i)
    expect(causeOf('no space left on device')).toMatch(/disk/i)
  })

  test('covers every error and warning event of the service', () => {
    const troubles = eventCatalogue.filter(({ severity }) => severity === 'error' || severity === 'critical')
    const unknown = troubles.filter(({ name }) => causeOf({ name }) === UNKNOWN.cause.en)
    expect(unknown.map(({ name }) => name)).toEqual([])
  })

  test('covers every alert of the Prometheus rules', () => {
    const alerts = Array.from(readFileSync('ops/alerts.yml', 'utf8').matchAll(/- alert: (\w+)/g), ([, name]) => name)
    expect(alerts.length).toBeGreaterThan(10)
    expect(alerts.filter((name) => causeOf({ name }) === UNKNOWN.cause.en)).toEqual([])
    expect(causeOf({ name: 'CodeshelfRunnerDown' })).toMatch(/runs code/)
    expect(causeOf({ name: 'CodeshelfDown' })).toMatch(/does not answer/)
  })

  test('reports an unknown context as unknown', () => {
    expect(causeOf({ name: 'Zebra' })).toBe(UNKNOWN.cause.en)
  })

  test('lists facts of the context among the signals', () => {
    const { signals } = explainByRules(maskContext({ name: 'job_stuck', severity: 'warn', count: 3 }), 'he')
    expect(signals).toEqual(expect.arrayContaining(['name: job_stuck', 'severity: warn', 'count: 3']))
  })

  test('has Hebrew and English texts with actions and signals in each rule', () => {
    for (const { cause, actions, signals } of [...RULE_BOOK, UNKNOWN]) {
      expect(actions.length * signals.length).toBeGreaterThan(0)
      for (const words of [cause, ...actions, ...signals]) {
        expect(words.he).toMatch(/[א-ת]/)
        expect(words.en).not.toMatch(/[א-ת]/)
      }
    }
  })
})

describe('provider answer', () => {
  const good = { root_cause: 'why', actions: ['do'], signals: [] }

  test('is parsed inside a code fence or a sentence', () => {
    expect(objectIn('Here it is:\n```json\n{"a": 1}\n```')).toEqual({ a: 1 })
    expect(objectIn('no object')).toBeNull()
    expect(objectIn('} {')).toBeNull()
    expect(objectIn('{"a": ')).toBeNull()
  })

  it.each([
    null,
    [],
    'text',
    { ...good, root_cause: ' ' },
    { ...good, root_cause: 7 },
    { ...good, actions: 'do' },
    { ...good, actions: [1] },
    { ...good, signals: undefined },
    { ...good, root_cause: 'x'.repeat(3_001) },
    { ...good, actions: Array(21).fill('x') },
  ])('is rejected when a part is missing or malformed: %j', (value) => {
    expect(readAnswer(value, SECTIONS)).toBeNull()
  })

  test('may omit sections that were not requested', () => {
    expect(readAnswer({ root_cause: 'why' }, ['root_cause'])).toEqual({ rootCause: 'why', actions: [], signals: [] })
  })
})
