import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dice, draw } from '../shares/secrets/samples.fixture.ts'
import { maskContext } from './mask.ts'
import { cpuMs } from '../../../test/cpu.ts'

// Randomly generated, because the usual samples, such as forty times the letter A, are not realistic keys.
const drawn = (set: 'hex' | 'safe' | 'base64', length: number) =>
  fc.integer().map((seed) => draw(dice(seed), set, length))
const word = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz0123456789')),
  minLength: 6,
  maxLength: 12,
})

/** Each secret in its textual context, with the part that must not be sent. */
const secrets = fc.oneof(
  drawn('safe', 43).map((s) => ({ text: `csk_${s}`, secret: s })),
  drawn('safe', 43).map((s) => ({ text: `Authorization: Bearer ${s}`, secret: s })),
  drawn('safe', 43).map((s) => ({ text: s, secret: s })),
  drawn('hex', 32).map((s) => ({ text: `file ${s}`, secret: s })),
  drawn('hex', 64).map((s) => ({ text: s, secret: s })),
  drawn('base64', 44).map((s) => ({ text: s, secret: s })),
  fc.uuid().map((s) => ({ text: `request ${s}`, secret: s })),
  word.map((s) => ({ text: `password=${s}x`, secret: `${s}x` })),
  word.map((s) => ({ text: `"api_key": "${s}"`, secret: s })),
  word.map((s) => ({ text: `${s}@example.co.il`, secret: s })),
  word.map((s) => ({ text: `דנה.${s}@דוגמה.ישראל`, secret: s })),
  fc.ipV4().map((s) => ({ text: `from ${s}`, secret: s })),
  fc.ipV6().map((s) => ({ text: `from [${s}]`, secret: s })),
  word.map((s) => ({ text: `https://push.example/send/${s}q?auth=${s}z#${s}`, secret: s })),
  word.map((s) => ({ text: `postgres://admin:${s}@db.internal:5432/x`, secret: s })),
  fc.integer({ min: 100_000_000, max: 9_999_999_999 }).map((n) => ({ text: `chat ${n}`, secret: String(n) })),
  fc.integer({ min: 1000, max: 9_999_999 }).map((n) => ({ text: `user ${n} failed`, secret: String(n) })),
  fc.integer({ min: 1_000_000, max: 9_999_999 }).map((n) => ({ text: `+972 52-${n}`, secret: String(n) })),
)

/** Values that are masked because of their field name. */
const fields = fc.record({
  key: fc.constantFrom(
    'password',
    'bot_token',
    'apiKey',
    'sessionToken',
    'user_id',
    'noteId',
    'first_name',
    'username',
    'email',
    'endpoint',
    'Cookie',
    'fingerprint',
    'content',
  ),
  value: word.map((s) => `z${s}z`),
})

describe('masking', () => {
  test('removes every secret of the input, wherever it occurs', () => {
    fc.assert(
      fc.property(fc.array(secrets, { minLength: 1, maxLength: 6 }), fields, (found, { key, value }) => {
        const masked = maskContext({
          summary: found.map(({ text }) => text).join(' and then '),
          labels: { nested: found.map(({ text }) => ({ line: text })), [key]: value, list: { [key]: [value] } },
          [found[0]?.text ?? '']: 1,
        })
        for (const { secret } of found) expect(masked).not.toContain(secret)
        expect(masked).not.toContain(value)
      }),
      { numRuns: 500 },
    )
  })

  test('produces valid JSON for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(maskContext(value))).toBeDefined()
      }),
    )
  })

  it.each([
    'jobs_orphan_reconcile_timed_out',
    'db_recycle_bin_ttl_index_missing',
    'HighErrorRate5xx',
    'CodeshelfDatabasePoolWaiting',
    'CodeshelfHighErrorRate5xx',
    'push_event_delivery_exhausted: 12 in 5 minutes, p95 1.25 s at 09:30:00',
    '2026-11-15T09:30:00.123+00:00',
    'GET /api/files/:id answered 500 in 1250 ms',
    'at save (src/features/files/service/save.ts:120:11)',
    'שמירת קובץ נכשלה',
  ])('keeps names and measurements: %s', (text) => {
    expect(JSON.parse(maskContext({ summary: text }))).toEqual({ summary: text })
  })

  test('keeps measurements and masks user ids', () => {
    const masked = maskContext({
      count: 12,
      value: 0.97,
      took_ms: 12_500,
      user_id: 1003,
      chat: 5_000_123_456,
      ok: false,
    })
    expect(JSON.parse(masked)).toEqual({
      count: 12,
      value: 0.97,
      took_ms: 12_500,
      user_id: '[id-1]',
      chat: '[number-1]',
      ok: false,
    })
  })

  test('replaces equal values by equal names', () => {
    const id = '0190f000000070008000000000000000'
    expect(JSON.parse(maskContext({ a: `file ${id}`, b: `again ${id}`, c: { file_id: id } }))).toEqual({
      a: 'file [id-1]',
      b: 'again [id-1]',
      c: { file_id: '[id-1]' },
    })
  })

  test('takes linear time on adversarial input', () => {
    for (const piece of ['a', 'a-', 'a.', 'token', '1:', '+1 ', '-----BEGIN X-----', 'a@', '=', 'https://', '1.1']) {
      const text = piece.repeat(Math.ceil(20_000 / piece.length))
      expect(
        cpuMs(() => maskContext({ text })),
        piece,
      ).toBeLessThan(1_000)
    }
  })
})
