import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { runOnce } from '../../../test/job.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'

let app: TestApp
let dana: TestUser
let file: string
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  file = await newFile(dana, 'notes.py')
})
afterAll(() => app[Symbol.asyncDispose]())

type Note = Record<string, unknown> & { id: string; content: string; updated_at: string }
async function newFile(user: TestUser, file_name: string, content = 'a\nb\nc\nd\n'): Promise<string> {
  const answer = await user.post('/api/files', { file_name, content })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body['file_id'])
}
async function newNote(user: TestUser, fileId: string, fields: object = {}): Promise<Note> {
  const answer = await user.post(`/api/sticky-notes/${fileId}`, fields)
  expect(answer.status, answer.text).toBe(201)
  return answer.body['note'] as Note
}
const lockNote = (id: string) => ({ sql: 'select from notes where id = $1 for update', values: [id] })

describe('create and list', () => {
  test('a note on a file has the fields of the contract and the defaults of decisions §5', async () => {
    const answer = await dana.post(`/api/sticky-notes/${file}`, { content: 'שלום', line_start: 2, line_end: 3 })
    expect(answer.status).toBe(201)
    expect(answer.body['note']).toEqual({
      id: answer.body['id'],
      kind: 'file',
      file_id: file,
      title: '',
      content: 'שלום',
      position: { x: 100, y: 100 },
      size: { width: 250, height: 200 },
      color: 'yellow',
      is_minimized: false,
      line_start: 2,
      line_end: 3,
      anchor_id: null,
      anchor_text: null,
      mode: 'anchored',
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

  test('a file that is not the user’s is 404', async () => {
    const omer = await app.user('Omer')
    expect(await omer.post(`/api/sticky-notes/${file}`, {})).toMatchObject({
      status: 404,
      body: { error: 'File not found' },
    })
    expect((await omer.get(`/api/sticky-notes/${file}`)).status).toBe(404)
    const note = await newNote(dana, file)
    for (const answer of [
      await omer.get(`/api/sticky-notes/note/${note.id}`),
      await omer.put(`/api/sticky-notes/note/${note.id}`, { content: 'x' }),
      await omer.delete(`/api/sticky-notes/note/${note.id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'note_not_found' } })
    }
  })

  test('S13: 20,001 characters are refused with 400; 20,000 emoji are accepted and come back equal', async () => {
    expect(await dana.post(`/api/sticky-notes/${file}`, { content: 'ש'.repeat(20_001) })).toMatchObject({
      status: 400,
      body: { error: 'content_too_long', max: 20_000 },
    })
    const emoji = '👩‍👩‍👧‍👦'.repeat(2857) + 'x'
    expect(Array.from(emoji)).toHaveLength(20_000)
    expect((await newNote(dana, file, { content: emoji })).content).toBe(emoji)
  })

  test('S32: byte-exact round trip of a nasty corpus through create and update', async () => {
    const note = await newNote(dana, file)
    for (const [what, content] of Object.entries(nastyTexts)) {
      expect((await newNote(dana, file, { content })).content, what).toBe(content)
      const updated = await dana.put(`/api/sticky-notes/note/${note.id}`, { content })
      expect((updated.body['note'] as Note).content, what).toBe(content)
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

  test('a title is one line, whitespace collapsed', async () => {
    expect(await newNote(dana, file, { title: '  a\n b\t c ' })).toMatchObject({ title: 'a b c' })
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
    const id = (await newNote(user, await newFile(user, 'f.txt'))).id
    await fc.assert(
      fc.asyncProperty(updatable, fc.boolean(), async (fields, batch) => {
        fc.pre(Object.keys(fields).length > 0 && !fields.content?.includes('\0'))
        own.advance(1)
        const answer = batch
          ? await user.post('/api/sticky-notes/batch', { updates: [{ id, ...fields }] })
          : await user.put(`/api/sticky-notes/note/${id}`, fields)
        expect(answer.status, answer.text).toBe(200)
        if (batch) expect(answer.body['results']).toMatchObject([{ id, ok: true, status: 200 }])
        expect((await user.get(`/api/sticky-notes/note/${id}`)).body['note']).toMatchObject(fields)
      }),
      { numRuns: 60 },
    )
  })

  test('S20: load and save of a position is a fixed point, 0,0 included; minimise keeps the size', async () => {
    const note = await newNote(dana, file, { position: { x: 0, y: 0 }, size: { width: 333.5, height: 90 } })
    expect(note).toMatchObject({ position: { x: 0, y: 0 } })
    const { position, size } = note
    const again = await dana.put(`/api/sticky-notes/note/${note.id}`, { position, size, is_minimized: true })
    expect(again.body['note']).toMatchObject({ position, size, is_minimized: true })
  })

  test('a stale prev_updated_at is 409 with updated_at and note; absent means overwrite; unreadable is 400', async () => {
    const note = await newNote(dana, file, { content: 'one' })
    const url = `/api/sticky-notes/note/${note.id}`
    const second = await dana.put(url, { content: 'two', prev_updated_at: note.updated_at })
    expect(second.status).toBe(200)
    expect(await dana.put(url, { content: 'mine', prev_updated_at: note.updated_at })).toMatchObject({
      status: 409,
      body: { error: 'conflict', updated_at: second.body['updated_at'], note: { content: 'two' } },
    })
    expect((await dana.put(url, { content: 'three' })).status).toBe(200)
    expect(await dana.put(url, { content: 'x', prev_updated_at: 'yesterday' })).toMatchObject({ status: 400 })
    expect(await dana.put(url, { prev_updated_at: note.updated_at })).toMatchObject({
      status: 400,
      body: { error: 'no_fields' },
    })
  })

  test('updated_at grows with every write, also inside one millisecond', async () => {
    const note = await newNote(dana, file)
    const moments = [note.updated_at]
    for (let i = 0; i < 5; i++)
      moments.push(
        String((await dana.put(`/api/sticky-notes/note/${note.id}`, { content: `${i}` })).body['updated_at']),
      )
    expect(new Set(moments).size).toBe(6)
    expect(moments.toSorted()).toEqual(moments)
  })

  test('a writer that came between reading and writing is not overwritten (real row lock)', async () => {
    const note = await newNote(dana, file, { content: 'base' })
    const answer = await whileRowIsLocked(app.pool, lockNote(note.id), async (rival) => {
      const waiting = dana.put(`/api/sticky-notes/note/${note.id}`, {
        content: 'mine',
        prev_updated_at: note.updated_at,
      })
      await rival.query("update notes set content = 'rival', updated_at = updated_at + interval '5 ms' where id = $1", [
        note.id,
      ])
      return { waiting }
    })
    expect(answer).toMatchObject({ status: 409, body: { content: 'rival' } })
  })

  test('batch answers each item by its own status', async () => {
    const [a, b] = [await newNote(dana, file), await newNote(dana, file)]
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
    expect((answer.body['results'] as { status: number }[]).map(({ status }) => status)).toEqual([
      200, 409, 404, 400, 400, 400,
    ])
    for (const updates of [[], Array.from({ length: 101 }, () => ({ id: a.id, content: 'x' }))]) {
      expect((await dana.post('/api/sticky-notes/batch', { updates })).status).toBe(400)
    }
  })

  test('the last 20 contents are kept and can be restored', async () => {
    const note = await newNote(dana, file, { content: '0' })
    for (let i = 1; i <= 25; i++) await dana.put(`/api/sticky-notes/note/${note.id}`, { content: `${i}` })
    const { body } = await dana.get(`/api/sticky-notes/note/${note.id}/history`)
    const history = body['history'] as { seq: number; content: string }[]
    expect(history.map(({ content }) => content)).toEqual(Array.from({ length: 20 }, (_, i) => `${24 - i}`))
    const restored = await dana.post(`/api/sticky-notes/note/${note.id}/history/restore`, { seq: history[19]?.seq })
    expect(restored.body['note']).toMatchObject({ content: '5' })
  })

  test('delete is undone by restore; a deleted note is gone from every answer', async () => {
    const note = await newNote(dana, file, { content: 'undo me please' })
    expect((await dana.delete(`/api/sticky-notes/note/${note.id}`)).body).toEqual({ ok: true })
    expect((await dana.get(`/api/sticky-notes/note/${note.id}`)).status).toBe(404)
    expect((await dana.get('/api/sticky-notes/search?q=undo+me+please')).body).toMatchObject({ count: 0 })
    expect((await dana.post(`/api/sticky-notes/note/${note.id}/restore`)).body).toMatchObject({
      note: { content: 'undo me please' },
    })
  })
})

test('a deleted note is purged when its date has passed, and not before', async () => {
  const { purgeExpiredNotes } = await import('./service/upkeep.ts')
  const [gone, kept] = [await newNote(dana, file), await newNote(dana, file)]
  await dana.delete(`/api/sticky-notes/note/${gone.id}`)
  const later = new Date(app.clock.now.getTime() + 31 * 86_400_000)
  expect((await runOnce(app, purgeExpiredNotes)).processed).toBe(0)
  expect((await runOnce(app, purgeExpiredNotes, later)).processed).toBe(1)
  expect((await dana.get(`/api/sticky-notes/note/${kept.id}`)).status).toBe(200)
})

describe('toggle task, checked in this order', () => {
  const toggle = (note: Note, body: object) =>
    dana.post(`/api/sticky-notes/note/${note.id}/task`, { prev_updated_at: note.updated_at, ...body })

  test('1: the note must exist and belong to the user, else 404', async () => {
    const omer = await app.user('Omer')
    const note = await newNote(dana, file, { content: '- [ ] a' })
    const body = { index: 0, checked: true, prev_updated_at: note.updated_at }
    expect((await omer.post(`/api/sticky-notes/note/${note.id}/task`, body)).status).toBe(404)
  })

  test('2: prev_updated_at must match, else 409; it is required', async () => {
    const note = await newNote(dana, file, { content: '- [ ] a' })
    expect(await toggle(note, { index: 0, checked: true, prev_updated_at: '2020-01-01T00:00:00+00:00' })).toMatchObject(
      { status: 409, body: { error: 'conflict', content: '- [ ] a' } },
    )
    expect((await dana.post(`/api/sticky-notes/note/${note.id}/task`, { index: 0, checked: true })).status).toBe(400)
  })

  test('3: an ordinal that does not exist is 409 with the authoritative content', async () => {
    const note = await newNote(dana, file, { content: '- [ ] a' })
    expect(await toggle(note, { index: 1, checked: true })).toMatchObject({
      status: 409,
      body: { error: 'task_index_not_found', content: '- [ ] a' },
    })
  })

  test('4: when the box already has the state, 200 and nothing is written', async () => {
    const note = await newNote(dana, file, { content: '- [x] a' })
    expect((await toggle(note, { index: 0, checked: true })).body).toEqual({
      ok: true,
      changed: false,
      content: '- [x] a',
      updated_at: note.updated_at,
    })
  })

  test('S19: index 1 of two identical lines changes only the second; the state is sent, not flipped', async () => {
    const note = await newNote(dana, file, { content: '- [ ] milk\r\n- [ ] milk\r\n' })
    expect((await toggle(note, { index: 1, checked: true })).body).toMatchObject({
      changed: true,
      content: '- [ ] milk\r\n- [x] milk\r\n',
    })
  })

  test('5 and 6, S19: a toggle never overwrites a writer it did not see (real row lock)', async () => {
    const note = await newNote(dana, file, { content: '- [ ] milk' })
    const answer = await whileRowIsLocked(app.pool, lockNote(note.id), async (rival) => {
      const waiting = toggle(note, { index: 0, checked: true })
      await rival.query("update notes set content = '- [ ] oat milk' where id = $1", [note.id])
      return { waiting }
    })
    expect(answer).toMatchObject({ status: 409, body: { error: 'task_toggle_not_applied', content: '- [ ] oat milk' } })
  })

  test('7: every answer about an existing note carries its stored content', async () => {
    const note = await newNote(dana, file, { content: '- [ ] a' })
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

describe('anchors follow on reading', () => {
  test('a new version moves the place of a note, a deleted line loses it, and nothing is written', async () => {
    const lines = ['import { first } from "first"', 'const answer = first(42)', 'export default answer']
    const id = await newFile(dana, 'anchored.ts', `${lines.join('\n')}\n`)
    await newNote(dana, id, { content: 'kept', line_start: 2 })
    app.advance(1)
    await newNote(dana, id, { content: 'lost', line_start: 3 })
    await dana.put(`/api/files/${id}`, { content: `// a new heading\n\n${lines[0]}\n${lines[1]}\n`, prev_version: 1 })
    const before = await app.pool.query('select xmin, updated_at from notes where file_id = $1 order by id', [id])
    const { body } = await dana.get(`/api/sticky-notes/${id}`)
    expect(body['notes']).toMatchObject([
      { content: 'kept', line_start: 2, place: { state: 'moved', line_start: 4, line_end: 4 } },
      { content: 'lost', line_start: 3, place: { state: 'lost', line_start: null } },
    ])
    const after = await app.pool.query('select xmin, updated_at from notes where file_id = $1 order by id', [id])
    expect(after.rows).toEqual(before.rows)
  })
})
