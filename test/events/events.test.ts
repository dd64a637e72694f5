import { existsSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { eventCatalogue } from '#app/events.ts'
import { eventFields } from '../../tools/event-fields.ts'
import { leaksIn, wordsIn } from './leaks.ts'
import { PROVOKED, WAITING } from './provoked.ts'

describe('the catalogue', () => {
  const names = eventCatalogue.map(({ name }) => name)

  test('each event is declared once, in snake_case', () => {
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
  })

  test('each has a sentence for the operator who reads Hebrew', () => {
    expect(eventCatalogue.filter(({ msgHe }) => !/[א-ת]{2}/.test(msgHe)).map(({ name }) => name)).toEqual([])
  })

  test('each happens for real in a test that is named, or waits for one', () => {
    const known = [...Object.keys(PROVOKED), ...Object.keys(WAITING)]
    expect(known.toSorted()).toEqual(names.toSorted())
  })

  it.each([...new Set(Object.values(PROVOKED).map(({ by }) => by))])('%s is there', (file) => {
    expect(existsSync(file)).toBe(true)
  })

  test('each says in English what it means', () => {
    expect(Object.values(PROVOKED).filter(({ means }) => !/^[\x20-\x7e]{10,}$/.test(means))).toEqual([])
  })
})

describe('S44: the scan', () => {
  const line = (fields: object) => JSON.stringify({ level: 30, event: 'x', ...fields })

  test.each([
    ['a name', { who: 'Dana' }, ['Dana']],
    ['a Hebrew name', { error: 'אין גישה לדנה, סליחה: דנה' }, ['דנה']],
    ['a text of a note', { error: 'row contains (1, my secret note, 7)' }, ['my secret note']],
    ['a session', { cookie: 'abcdefabcdef' }, ['abcdefabcdef']],
    ['an address', { to: 'dana@example.org' }, []],
    ['a user', { user_id: 1003 }, []],
    ['an access token', { err: 'csk_0123456789abcdefghij' }, []],
  ])('%s in a line is told', (_, fields, secrets) => {
    expect(leaksIn([line({}), line(fields)], secrets)).toHaveLength(1)
  })

  test('what is part of another word is not', () => {
    expect(leaksIn([line({ msg: 'Danach' }), line({ path: 'node_modules/@fastify/cookie' })], ['Dana', 'x'])).toEqual(
      [],
    )
  })

  test('what a test sends about people is kept in mind, in a piece that JSON writes as it is', () => {
    const body = {
      content: 'short',
      items: [{ title: 'a "quoted" beginning\nand a longer line', other: 'is nobody’s word' }],
    }
    expect(wordsIn(body)).toEqual(['and a longer line'])
  })
})

test('fields of an event are read from its declaration', () => {
  const source = `
    type About = { resource: Resource }
    export const a = event('info')<About & { count?: number }>('a_b', '…')
    export const b = event('info')<Record<never, never>>('c_d', '…')
    export const c = event('info')('e_f', '…')`
  expect(Object.fromEntries(eventFields('x.ts', source))).toEqual({ a_b: ['resource', 'count?'], c_d: [], e_f: [] })
})
