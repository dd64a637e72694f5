import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyOf } from '../../../test/app.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { untilLockWaiters, whileRowIsLocked } from '../../../test/row-lock.ts'

let stage: RepoStage
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
  omer = await stage.app.user('Omer')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => stage.app.advance(60))

const API = '/api/sticky-notes'
const home = (name: string, path: string) => `${API}/repo/${encodeURIComponent(name)}/${path}` as const
const HEAD = ['import os', 'import datetime', '']
const TOTAL = ['def total(invoices):', '    amounts = [each.amount for each in invoices]', '    return sum(amounts)']
const TAX = ['def tax(invoice, rate):', '    taxable = invoice.amount - invoice.exempt', '    return taxable * rate']
const text = (...blocks: readonly (readonly string[])[]) => `${blocks.flat().join('\n')}\n`
const CHANGED = TOTAL.with(2, '    return round(sum(amounts), 2)')

async function start(name: string) {
  const origin = stage.server.create(name)
  origin.commit({ put: { 'a.py': text(HEAD, TOTAL), 'b.py': text(TAX) } })
  return { origin, id: await stage.mirror(dana, name) }
}
const newNote = async (name: string, person = dana, path = 'a.py', first = 4) =>
  replyOf(await person.post(home(name, path), { content: 'סכום', line_start: first, line_end: first + 2 })).id
async function watched(name: string, person = dana): Promise<string> {
  const note = await newNote(name, person)
  expect(await person.post(`${API}/note/${note}/watch`)).toMatchObject({ status: 200 })
  return note
}
const due = async (note: string, person = dana) =>
  replyOf(await person.get(`${API}/reminders/due?limit=50`)).items.filter(({ note_id: id }) => id === note)

describe('a watch on lines of a repository', () => {
  test('fires once at the sync that changes them, and shows their difference', async () => {
    const { origin, id } = await start('noa/once')
    const note = await watched('noa/once')
    origin.commit({ put: { 'a.py': text(['"""Invoices."""'], HEAD, CHANGED) } })
    await stage.resync(dana, id)
    expect(await due(note)).toMatchObject([
      {
        place: 'noa/once/a.py:5',
        change: { is_gone: false, rows: [{}, {}, { kind: 'removed' }, { kind: 'added', text: CHANGED[2] }] },
      },
    ])
    await dana.post(`${API}/reminders/ack`, { note_id: note })
    origin.commit({ put: { 'a.py': text(HEAD, TOTAL) } })
    await stage.resync(dana, id)
    expect(await due(note)).toEqual([])
  })

  test('fires again after it was armed again', async () => {
    const { origin, id } = await start('noa/again')
    const note = await watched('noa/again')
    origin.commit({ put: { 'a.py': text(HEAD, CHANGED) } })
    await stage.resync(dana, id)
    expect(await dana.post(`${API}/note/${note}/watch`)).toMatchObject({ status: 200 })
    expect(await due(note)).toEqual([])
    origin.commit({ put: { 'a.py': text(HEAD, TOTAL) } })
    await stage.resync(dana, id)
    expect((await due(note))[0]?.change?.rows).toContainEqual({ kind: 'added', text: TOTAL[2] })
  })

  test.each([
    [
      'shifted',
      {
        put: {
          'a.py': text(
            ['# a'],
            HEAD,
            TOTAL.map((line) => `${line} `),
          ),
        },
      },
    ],
    ['moved to another file', { put: { 'a.py': text(HEAD), 'c.py': text(HEAD, ['# c'], TOTAL) } }],
    ['in a renamed file', { put: { 'd.py': text(HEAD, TOTAL) }, remove: ['a.py'] }],
  ])('stays on when they are %s', async (kind, change) => {
    const name = `noa/stays-${kind.replaceAll(' ', '-')}`
    const { origin, id } = await start(name)
    const note = await watched(name)
    origin.commit(change)
    await stage.resync(dana, id)
    expect(await due(note)).toEqual([])
    expect(replyOf(await dana.get(`${API}/note/${note}/watch`)).watch).toMatchObject({ state: 'on' })
  })

  test('fires when the file is deleted, and cannot be armed again', async () => {
    const { origin, id } = await start('noa/gone')
    const note = await watched('noa/gone')
    origin.commit({ remove: ['a.py'] })
    await stage.resync(dana, id)
    expect(await due(note)).toMatchObject([{ change: { is_gone: true } }])
    expect(await dana.post(`${API}/note/${note}/watch`)).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_watch' },
    })
  })

  test('fires for everyone who has the mirror, each for their own notes', async () => {
    const { origin, id } = await start('noa/both')
    await stage.mirror(omer, 'noa/both')
    const [hers, his] = [await watched('noa/both'), await watched('noa/both', omer)]
    const unwatched = await newNote('noa/both', omer)
    origin.commit({ put: { 'a.py': text(HEAD, CHANGED) } })
    await stage.resync(dana, id)
    expect([(await due(hers)).length, (await due(his, omer)).length, (await due(unwatched, omer)).length]).toEqual([
      1, 1, 0,
    ])
  })
})

describe('a watch that is armed while a sync runs', () => {
  const headOf = async (person: TestUser, name: string) =>
    (
      await stage.app.pool.query<{ head: string }>('select head from repos where user_id = $1 and name = $2', [
        person.id,
        name,
      ])
    ).rows[0]?.head

  // The rival holds the heads, so the sync has read the notes and waits; meanwhile a watch is armed at the earlier commit.
  test.each([
    ['on a note that the sync has read', 'noa/late-read', true],
    ['by a user without notes on changed files', 'noa/late-other', false],
  ])('%s: the user stays at the earlier commit, and the next sync fires it', async (_, name, hasRead) => {
    const { origin, id } = await start(name)
    const note = await newNote(name, dana, hasRead ? 'a.py' : 'b.py', hasRead ? 4 : 1)
    const before = await headOf(dana, name)
    origin.commit({ put: { 'a.py': text(HEAD, CHANGED) } })
    const lock = { sql: 'select from repos where user_id = $1 and name = $2 for share', values: [dana.id, name] }
    let late = note
    await whileRowIsLocked(stage.app.pool, lock, async () => {
      const waiting = stage.resync(dana, id)
      await untilLockWaiters(stage.app.pool, 1)
      // Arming shares the lock on the head with the rival.
      if (!hasRead) late = await newNote(name)
      expect(await dana.post(`${API}/note/${late}/watch`)).toMatchObject({ status: 200 })
      return { waiting }
    })
    expect(await headOf(dana, name)).toBe(before)
    expect(await due(late)).toEqual([])
    await stage.resync(dana, id)
    expect(await headOf(dana, name)).not.toBe(before)
    expect(await due(late)).toHaveLength(1)
  })
})
