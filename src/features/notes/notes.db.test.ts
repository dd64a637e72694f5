import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { runOnce } from '../../../test/job.ts'
import { raceForLastSlot, whileRowIsLocked } from '../../../test/row-lock.ts'

const LINES = 'a\nb\nc\nd\n'
let app: TestApp
let dana: TestUser
let file: string
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  file = await dana.saveFile('notes.py', LINES)
})
afterAll(() => app[Symbol.asyncDispose]())

const lockNote = (id: string) => ({
  sql: 'select from notes where user_id = $1 and id = $2 for update',
  values: [dana.id, id],
})

describe('create and list', () => {
  test('a note on a file has the fields and the defaults of the contract', async () => {
    const answer = await dana.post(`/api/sticky-notes/${file}`, { content: 'שלום', line_start: 2, line_end: 3 })
    expect(answer.status).toBe(201)
    expect(replyOf(answer).note).toEqual({
      id: replyOf(answer).id,
      kind: 'file',
      file_id: file,
      title: '',
      content: 'שלום',
      position: { x: 100, y: 100 },
      size: { width: 250, height: 200 },
      color: 'yellow',
      tags: [],
      is_minimized: false,
      line_start: 2,
      line_end: 3,
      anchor_id: null,
      anchor_text: null,
      mode: 'anchored',
      links: [],
      linked_from: 0,
      created_at: '2026-11-15T09:30:00.123+00:00',
      updated_at: '2026-11-15T09:30:00.123+00:00',
    })
    const list = await dana.get(`/api/sticky-notes/${file}`)
    expect(list.body).toMatchObject({
      ok: true,
      count: 1,
      notes: [{ content: 'שלום', place: { state: 'anchored', line_start: 2 } }],
    })
  })

  test('create and list answer 404 for another user’s file', async () => {
    const omer = await app.user('Omer')
    expect(await omer.post(`/api/sticky-notes/${file}`, {})).toMatchObject({
      status: 404,
      body: { error: 'File not found' },
    })
    expect((await omer.get(`/api/sticky-notes/${file}`)).status).toBe(404)
    const note = await dana.createNote(file)
    for (const answer of [
      await omer.get(`/api/sticky-notes/note/${note.id}`),
      await omer.put(`/api/sticky-notes/note/${note.id}`, { content: 'x' }),
      await omer.delete(`/api/sticky-notes/note/${note.id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'note_not_found' } })
    }
  })

  test('S13: 20,001 characters are rejected with 400; 20,000 emoji are stored unchanged', async () => {
    expect(await dana.post(`/api/sticky-notes/${file}`, { content: 'ש'.repeat(20_001) })).toMatchObject({
      status: 400,
      body: { error: 'content_too_long', max: 20_000 },
    })
    const emoji = '👩‍👩‍👧‍👦'.repeat(2857) + 'x'
    expect(Array.from(emoji)).toHaveLength(20_000)
    expect((await dana.createNote(file, { content: emoji })).content).toBe(emoji)
  })

  test('S32: create and update store a corpus of difficult text byte for byte', async () => {
    const note = await dana.createNote(file)
    for (const [what, content] of Object.entries(nastyTexts)) {
      expect((await dana.createNote(file, { content })).content, what).toBe(content)
      const updated = await dana.put(`/api/sticky-notes/note/${note.id}`, { content })
      expect(replyOf(updated).note.content, what).toBe(content)
    }
  })

  test.each([
    ['position', { x: -1, y: 0 }],
    ['position', { x: 100_001, y: 0 }],
    ['size', { width: 119, height: 80 }],
    ['size', { width: 120, height: 1_201 }],
    ['color', '#fff3a4'],
    ['mode', 'floating'],
    ['line_start', 0],
    ['title', 'x'.repeat(81)],
    ['content', 'a\0b'],
    ['user_id', '1'],
  ])('%s %j is 400', async (field, value) => {
    expect((await dana.post(`/api/sticky-notes/${file}`, { [field]: value })).status).toBe(400)
  })

  test('a title is stored as one line with collapsed whitespace', async () => {
    expect(await dana.createNote(file, { title: '  a\n b\t c ' })).toMatchObject({ title: 'a b c' })
  })
})

const updatable = fc.record(
  {
    content: fc.string({ unit: 'grapheme', maxLength: 80 }),
    title: fc.stringMatching(/^[a-zא-ת]{1,20}( [a-zא-ת]{1,20})?$/),
    position: fc.record({ x: fc.integer({ min: 0, max: 100_000 }), y: fc.integer({ min: 0, max: 1_000_000 }) }),
    size: fc.record({ width: fc.integer({ min: 120, max: 1_200 }), height: fc.integer({ min: 80, max: 1_200 }) }),
    color: fc.constantFrom('yellow', 'pink', 'green', 'blue', 'purple', 'orange', 'gray'),
    is_minimized: fc.boolean(),
    line_start: fc.constantFrom(1, 2, null),
    line_end: fc.constantFrom(2, 3, null),
    anchor_id: fc.constantFrom('heading', 'כותרת', null),
    anchor_text: fc.constantFrom('Heading', 'כותרת ראשית', null),
    mode: fc.constantFrom('anchored', 'surface', 'screen'),
  },
  { requiredKeys: [] },
)

describe('update', () => {
  test('S14: every updatable field makes the round trip through PUT and through batch', async () => {
    await using own = await testApp()
    const user = await own.user('Round')
    const id = (await user.createNote(await user.saveFile('f.txt', LINES))).id
    await fc.assert(
      fc.asyncProperty(updatable, fc.boolean(), async (fields, batch) => {
        fc.pre(Object.keys(fields).length > 0 && !fields.content?.includes('\0'))
        own.advance(1)
        const answer = batch
          ? await user.post('/api/sticky-notes/batch', { updates: [{ id, ...fields }] })
          : await user.put(`/api/sticky-notes/note/${id}`, fields)
        expect(answer.status, answer.text).toBe(200)
        if (batch) expect(answer.body).toMatchObject({ results: [{ id, ok: true, status: 200 }] })
        expect(replyOf(await user.get(`/api/sticky-notes/note/${id}`)).note).toMatchObject(fields)
      }),
      { numRuns: 60 },
    )
  })

  test('S20: load and save of a position is a fixed point, 0,0 included; minimise keeps the size', async () => {
    const note = await dana.createNote(file, { position: { x: 0, y: 0 }, size: { width: 333.5, height: 90 } })
    expect(note).toMatchObject({ position: { x: 0, y: 0 } })
    const { position, size } = note
    const again = await dana.put(`/api/sticky-notes/note/${note.id}`, { position, size, is_minimized: true })
    expect(replyOf(again).note).toMatchObject({ position, size, is_minimized: true })
  })

  test('a stale prev_updated_at is 409 with updated_at and note; an absent one overwrites; an invalid one is 400', async () => {
    const note = await dana.createNote(file, { content: 'one' })
    const url = `/api/sticky-notes/note/${note.id}` as const
    const second = await dana.put(url, { content: 'two', prev_updated_at: note.updated_at })
    expect(second.status).toBe(200)
    expect(await dana.put(url, { content: 'mine', prev_updated_at: note.updated_at })).toMatchObject({
      status: 409,
      body: { error: 'conflict', updated_at: replyOf(second).updated_at, note: { content: 'two' } },
    })
    expect((await dana.put(url, { content: 'three' })).status).toBe(200)
    expect(await dana.put(url, { content: 'x', prev_updated_at: 'yesterday' })).toMatchObject({ status: 400 })
    expect(await dana.put(url, { prev_updated_at: note.updated_at })).toMatchObject({
      status: 400,
      body: { error: 'no_fields' },
    })
  })

  test('updated_at grows with every write, also inside one millisecond', async () => {
    const note = await dana.createNote(file)
    const moments = [note.updated_at]
    for (let i = 0; i < 5; i++)
      moments.push(replyOf(await dana.put(`/api/sticky-notes/note/${note.id}`, { content: `${i}` })).updated_at)
    expect(new Set(moments).size).toBe(6)
    expect(moments.toSorted()).toEqual(moments)
  })

  test('update does not overwrite a concurrent writer (real row lock)', async () => {
    const note = await dana.createNote(file, { content: 'base' })
    const answer = await whileRowIsLocked(app.pool, lockNote(note.id), async (rival) => {
      const waiting = dana.put(`/api/sticky-notes/note/${note.id}`, {
        content: 'mine',
        prev_updated_at: note.updated_at,
      })
      const later = new Date(Date.parse(note.updated_at) + 5)
      await rival.query("update notes set content = 'rival', updated_at = $2 where id = $1", [note.id, later])
      return { waiting }
    })
    expect(answer).toMatchObject({ status: 409, body: { content: 'rival' } })
  })

  test('batch returns a status for each item', async () => {
    const [a, b] = [await dana.createNote(file), await dana.createNote(file)]
    const answer = await dana.post('/api/sticky-notes/batch', {
      updates: [
        { id: a.id, content: 'new', prev_updated_at: a.updated_at },
        { id: b.id, content: 'new', prev_updated_at: '2020-01-01T00:00:00.000+00:00' },
        { id: '0190f000000070008000000000000000', content: 'x' },
        { id: b.id, size: { width: 1, height: 1 } },
        { id: b.id },
        { id: a.id, content: 'x'.repeat(20_001) },
      ],
    })
    expect(replyOf(answer).results.map(({ status }) => status)).toEqual([200, 409, 404, 400, 400, 400])
    for (const updates of [[], Array.from({ length: 101 }, () => ({ id: a.id, content: 'x' }))]) {
      expect((await dana.post('/api/sticky-notes/batch', { updates })).status).toBe(400)
    }
  })

  test('the last 20 contents are kept and can be restored', async () => {
    const note = await dana.createNote(file, { content: '0' })
    for (let i = 1; i <= 25; i++) await dana.put(`/api/sticky-notes/note/${note.id}`, { content: `${i}` })
    const { history } = replyOf(await dana.get(`/api/sticky-notes/note/${note.id}/history`))
    expect(history.map(({ content }) => content)).toEqual(Array.from({ length: 20 }, (_, i) => `${24 - i}`))
    const restored = await dana.post(`/api/sticky-notes/note/${note.id}/history/restore`, { seq: history[19]?.seq })
    expect(replyOf(restored).note).toMatchObject({ content: '5' })
  })

  test('restore undoes a delete; a deleted note is missing from every response', async () => {
    const note = await dana.createNote(file, { content: 'undo me please' })
    expect((await dana.delete(`/api/sticky-notes/note/${note.id}`)).body).toEqual({ ok: true })
    expect((await dana.get(`/api/sticky-notes/note/${note.id}`)).status).toBe(404)
    expect((await dana.get('/api/sticky-notes/search?q=undo+me+please')).body).toMatchObject({ count: 0 })
    expect((await dana.post(`/api/sticky-notes/note/${note.id}/restore`)).body).toMatchObject({
      note: { content: 'undo me please' },
    })
  })
})

test('a deleted note is purged after its retention period and not before', async () => {
  const { purgeExpiredNotes } = await import('./service/trash.ts')
  const [gone, kept] = [await dana.createNote(file), await dana.createNote(file)]
  await dana.delete(`/api/sticky-notes/note/${gone.id}`)
  const later = new Date(app.clock.now.getTime() + 31 * 86_400_000)
  expect((await runOnce(app, purgeExpiredNotes)).processed).toBe(0)
  expect((await runOnce(app, purgeExpiredNotes, later)).processed).toBe(1)
  expect((await dana.get(`/api/sticky-notes/note/${kept.id}`)).status).toBe(200)
})

describe('the quota of a user under concurrent requests', () => {
  async function userWithNotes(count: number) {
    const user = await app.user('Thousand')
    const fileId = await user.saveFile('full.py')
    const note = await user.createNote(fileId)
    await app.pool.query(
      `insert into notes select (jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid()))).*
       from notes n, generate_series(2, $2::int) where n.user_id = $1`,
      [user.id, count],
    )
    return { user, note, create: () => user.post(`/api/sticky-notes/${fileId}`, {}) }
  }
  const FULL = { status: 409, body: { code: 'note_quota_exceeded', max: 1_000, scope: 'user' } }

  test('create rejects the 1,001st note', async () => {
    const { create } = await userWithNotes(999)
    expect(await raceForLastSlot(app.pool, 'notes', [create, create])).toMatchObject([{ status: 201 }, FULL])
  })

  test('restore and create do not both get the last free slot', async () => {
    const { user, note, create } = await userWithNotes(1_000)
    await user.delete(`/api/sticky-notes/note/${note.id}`)
    const restore = () => user.post(`/api/sticky-notes/note/${note.id}/restore`)
    const [first, second] = await raceForLastSlot(app.pool, 'notes', [restore, create])
    expect(first?.status).toBeLessThan(300)
    expect(second).toMatchObject(FULL)
  })
})

describe('toggle task, checked in this order', () => {
  const toggle = (note: { id: string; updated_at: string }, body: object) =>
    dana.post(`/api/sticky-notes/note/${note.id}/task`, { prev_updated_at: note.updated_at, ...body })

  test('1: the note must exist and belong to the user, else 404', async () => {
    const omer = await app.user('Omer')
    const note = await dana.createNote(file, { content: '- [ ] a' })
    const body = { index: 0, checked: true, prev_updated_at: note.updated_at }
    expect((await omer.post(`/api/sticky-notes/note/${note.id}/task`, body)).status).toBe(404)
  })

  test('2: prev_updated_at must match, else 409; it is required', async () => {
    const note = await dana.createNote(file, { content: '- [ ] a' })
    expect(await toggle(note, { index: 0, checked: true, prev_updated_at: '2020-01-01T00:00:00+00:00' })).toMatchObject(
      { status: 409, body: { error: 'conflict', content: '- [ ] a' } },
    )
    expect((await dana.post(`/api/sticky-notes/note/${note.id}/task`, { index: 0, checked: true })).status).toBe(400)
  })

  test('3: an ordinal that does not exist is 409 with the authoritative content', async () => {
    const note = await dana.createNote(file, { content: '- [ ] a' })
    expect(await toggle(note, { index: 1, checked: true })).toMatchObject({
      status: 409,
      body: { error: 'task_index_not_found', content: '- [ ] a' },
    })
  })

  test('4: a checkbox that already has the state is 200 and nothing is written', async () => {
    const note = await dana.createNote(file, { content: '- [x] a' })
    expect((await toggle(note, { index: 0, checked: true })).body).toEqual({
      ok: true,
      changed: false,
      content: '- [x] a',
      updated_at: note.updated_at,
    })
  })

  test('S19: index 1 of two identical lines changes only the second; the state is sent, not flipped', async () => {
    const note = await dana.createNote(file, { content: '- [ ] milk\r\n- [ ] milk\r\n' })
    expect((await toggle(note, { index: 1, checked: true })).body).toMatchObject({
      changed: true,
      content: '- [ ] milk\r\n- [x] milk\r\n',
    })
  })

  test('5 and 6, S19: a toggle never overwrites a writer it did not see (real row lock)', async () => {
    const note = await dana.createNote(file, { content: '- [ ] milk' })
    const answer = await whileRowIsLocked(app.pool, lockNote(note.id), async (rival) => {
      const waiting = toggle(note, { index: 0, checked: true })
      await rival.query("update notes set content = '- [ ] oat milk' where id = $1", [note.id])
      return { waiting }
    })
    expect(answer).toMatchObject({ status: 409, body: { error: 'task_toggle_not_applied', content: '- [ ] oat milk' } })
  })

  test('7: every answer about an existing note carries its stored content', async () => {
    const note = await dana.createNote(file, { content: '- [ ] a' })
    for (const body of [
      { index: 0, checked: false },
      { index: 5, checked: true },
      { index: 0, checked: true },
      { index: 0, checked: true },
    ]) {
      expect((await toggle(note, body)).body).toHaveProperty('content')
    }
  })
})

describe('invalid bodies', () => {
  const REFUSED = [
    '[]',
    '"text"',
    '7',
    'null',
    '{broken',
    '',
    '{}',
    '{"index":0,"checked":true}',
    '{"index":0,"checked":true,"prev_updated_at":null}',
    '{"index":0,"checked":true,"prev_updated_at":"2027-02-30T10:00:00+00:00"}',
    '{"index":"0","checked":true,"prev_updated_at":"2026-11-15T09:30:00+00:00"}',
    '{"index":-1,"checked":true,"prev_updated_at":"2026-11-15T09:30:00+00:00"}',
    '{"index":0,"checked":true,"prev_updated_at":"2026-11-15T09:30:00+00:00","other":1}',
  ]
  const json = { origin: ORIGIN, 'content-type': 'application/json' }

  test.each(REFUSED)('toggle task answers 400 with the stored content when the body is %s', async (payload) => {
    const note = await dana.createNote(file, { content: '- [ ] a' })
    const url = `/api/sticky-notes/note/${note.id}/task`
    const answer = await dana.raw({ method: 'POST', url, payload, headers: json })
    expect(answer).toMatchObject({ status: 400, body: { ok: false, content: '- [ ] a', updated_at: note.updated_at } })
  })

  test.each(REFUSED)('toggle task answers 404 when the note is not the user’s and the body is %s', async (payload) => {
    const noa = await app.user('Noa')
    const note = await dana.createNote(file, { content: '- [ ] a' })
    for (const id of [note.id, 'a'.repeat(32), 'nothing']) {
      const url = `/api/sticky-notes/note/${id}/task`
      const answer = await noa.raw({ method: 'POST', url, payload, headers: json })
      expect(answer).toMatchObject({ status: 404, body: { error: 'note_not_found' } })
      expect(answer.body).not.toHaveProperty('content')
    }
  })

  test.each([null, '', 7, 'yesterday', '2027-02-30T10:00:00+00:00'])(
    'update answers 400 and keeps the note when prev_updated_at is %j',
    async (prev_updated_at) => {
      const note = await dana.createNote(file, { content: 'kept' })
      const answer = await dana.put(`/api/sticky-notes/note/${note.id}`, { content: 'new', prev_updated_at })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_prev_updated_at', field: 'prev_updated_at' } })
      const batch = await dana.post('/api/sticky-notes/batch', {
        updates: [{ id: note.id, content: 'new', prev_updated_at }],
      })
      expect(replyOf(batch).results).toMatchObject([{ status: 400, error: 'invalid_prev_updated_at' }])
      expect(replyOf(await dana.get(`/api/sticky-notes/note/${note.id}`)).note).toMatchObject({ content: 'kept' })
    },
  )

  test('an invalid item of a batch is rejected alone, and the others are saved', async () => {
    const [good, bad] = [await dana.createNote(file, { content: 'a' }), await dana.createNote(file, { content: 'b' })]
    const hostile = [{ content: 'a\0b' }, { title: '\ud800' }, { line_start: 2_147_483_648 }, { line_start: 1e308 }]
    const updates = [...hostile.map((fields) => ({ id: bad.id, ...fields })), { id: good.id, content: 'saved' }]
    const { results } = replyOf(await dana.post('/api/sticky-notes/batch', { updates }))
    expect(results.map(({ status }) => status)).toEqual([400, 400, 400, 400, 200])
  })
})

describe('anchors are followed on read', () => {
  test('a new version shifts a note, a deleted line makes it lost, and nothing is written', async () => {
    const lines = ['import { first } from "first"', 'const answer = first(42)', 'export default answer']
    const id = await dana.saveFile('anchored.ts', `${lines.join('\n')}\n`)
    await dana.createNote(id, { content: 'kept', line_start: 2 })
    app.advance(1)
    await dana.createNote(id, { content: 'lost', line_start: 3 })
    await dana.put(`/api/files/${id}`, { content: `// a new heading\n\n${lines[0]}\n${lines[1]}\n`, prev_version: 1 })
    const before = await app.pool.query('select xmin, updated_at from notes where file_id = $1 order by id', [id])
    const { notes } = replyOf(await dana.get(`/api/sticky-notes/${id}`))
    expect(notes).toMatchObject([
      { content: 'kept', line_start: 2, place: { state: 'shifted', line_start: 4, line_end: 4 } },
      { content: 'lost', line_start: 3, place: { state: 'lost', line_start: null } },
    ])
    const after = await app.pool.query('select xmin, updated_at from notes where file_id = $1 order by id', [id])
    expect(after.rows).toEqual(before.rows)
  })
})
