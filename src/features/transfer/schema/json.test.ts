import { describe, expect, test } from 'vitest'
import { readGists } from './gists.ts'
import { Moment } from './json.ts'

describe('a moment of an export', () => {
  test.each(['2027-02-30T10:00:00Z', '2027-01-01T24:00:00Z', '1969-12-31T23:59:59Z', 'yesterday', ''])(
    '%j is refused',
    (text) => expect(Moment.safeParse(text).success).toBe(false),
  )

  test('it is read to the millisecond', () => {
    expect(Moment.parse('2026-11-16T05:30:00.123Z')).toEqual(new Date('2026-11-16T05:30:00.123Z'))
  })
})

describe('a gist', () => {
  const gist = { html_url: null, description: null, files: { 'a.py': { content: 'a = 1' } } }

  test('it is read without dates', () => {
    expect(readGists(JSON.stringify(gist))).toMatchObject([{ createdAt: null, updatedAt: null }])
  })

  test('it is an ordinary JSON file when its date is impossible', () => {
    expect(readGists(JSON.stringify({ ...gist, created_at: '2027-02-30T10:00:00Z' }))).toBeNull()
  })
})
