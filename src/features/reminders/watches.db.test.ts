import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runInline } from '#platform/threads.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { checkWatches } from './jobs.ts'

let app: TestApp
let dana: TestUser
let file: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const API = '/api/sticky-notes'
const TZ = 'Asia/Jerusalem'
const LINES = [
  'import os',
  '',
  'def total(invoices):',
  '    amounts = [each.amount for each in invoices]',
  '    return sum(amounts)',
  '',
  'print(total([]))',
]
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`
const changed = text(LINES.with(4, '    return sum(amounts, 0)'))

beforeEach(async () => {
  dana = await app.user('Dana')
  file = await dana.saveFile('a.py', text(LINES))
})

const check = () => runOnce(app, checkWatches(runInline).run)
const newNote = async (start = 3, end = 5) =>
  (await dana.createNote(file, { content: 'סכום החשבוניות', line_start: start, line_end: end })).id
const watch = (note: string) => dana.post(`${API}/note/${note}/watch`)
const readWatch = async (note: string) => replyOf(await dana.get(`${API}/note/${note}/watch`))
const due = async () => replyOf(await dana.get(`${API}/reminders/due`)).items
const versionNow = async (id = file) => replyOf(await dana.get(`/api/files/${id}`)).file.version
async function save(content: string): Promise<void> {
  app.advance(1)
  const saved = await dana.put(`/api/files/${file}`, { content, prev_version: await versionNow() })
  expect(saved.status, saved.text).toBe(200)
}
async function watchedNote(start = 3, end = 5): Promise<string> {
  const note = await newNote(start, end)
  expect(await watch(note)).toMatchObject({ status: 200, body: { watch: { state: 'on', fired_at: null } } })
  return note
}
const fired = async (note: string) =>
  (
    await app.pool.query<{ n: number }>(
      'select count(*)::int as n from note_changes where user_id = $1 and note_id = $2',
      [dana.id, note],
    )
  ).rows[0]?.n

describe('a watch on lines of a file', () => {
  test('fires once when a version changes the lines, and shows their difference', async () => {
    const note = await watchedNote()
    await save(changed)
    await check()
    await check()
    const [item, ...others] = await due()
    expect(others).toEqual([])
    expect(item).toMatchObject({
      note_id: note,
      place: 'a.py:3',
      change: {
        is_gone: false,
        is_cut: false,
        rows: [
          { kind: 'same', text: LINES[2] },
          { kind: 'same', text: LINES[3] },
          { kind: 'removed', text: '    return sum(amounts)' },
          { kind: 'added', text: '    return sum(amounts, 0)' },
        ],
      },
    })
    expect(await readWatch(note)).toMatchObject({ can_watch: true, watch: { state: 'fired' } })
    // It is off: later changes do not fire.
    await dana.post(`${API}/reminders/ack`, { note_id: note })
    await save(text(LINES.with(3, '    amounts = []')))
    await check()
    expect(await due()).toEqual([])
  })

  test.each([
    ['lines above are added and removed', text(['# 1', '# 2', ...LINES.slice(1)])],
    ['white space at line ends changes', text(LINES.map((line) => `${line}  `))],
    ['line ends become CRLF', `${LINES.join('\r\n')}\r\n`],
    ['other lines change', text(LINES.with(6, 'print(0)'))],
    ['the lines move past others', text([LINES[0] ?? '', 'print(total([]))', '', ...LINES.slice(2, 5)])],
  ])('stays on when %s', async (_, content) => {
    const note = await watchedNote()
    await save(content)
    await check()
    expect(await due()).toEqual([])
    expect((await readWatch(note)).watch).toMatchObject({ state: 'on' })
    const { rows } = await app.pool.query('select from files where version > watched_version')
    expect(rows).toEqual([])
  })

  test('fires when the lines are deleted, and says that they are gone', async () => {
    await watchedNote()
    await save(text([...LINES.slice(0, 2), 'print(1)']))
    await check()
    expect(await due()).toMatchObject([{ place: 'a.py', change: { is_gone: true, rows: [{}, {}, {}] } }])
  })

  test('fires when a line is inserted between its lines', async () => {
    await watchedNote()
    await save(text(LINES.toSpliced(4, 0, '    amounts.sort()')))
    await check()
    expect((await due())[0]?.change?.rows).toContainEqual({ kind: 'added', text: '    amounts.sort()' })
  })

  test('compares with the text at the time it was armed, not with the quote of the note', async () => {
    const note = await newNote()
    await save(changed)
    await watch(note)
    await save(`${changed}# end\n`)
    await check()
    expect(await due()).toEqual([])
    await save(text(LINES))
    await check()
    expect(await due()).toHaveLength(1)
  })

  test('finds one change in several versions that were saved before the check', async () => {
    const note = await watchedNote()
    await save(changed)
    await save(text(LINES.with(4, '    return sum(amounts, 1)')))
    await check()
    expect(await fired(note)).toBe(1)
    expect((await due())[0]?.change?.rows).toContainEqual({ kind: 'added', text: '    return sum(amounts, 1)' })
  })

  test('fires again after it was armed again, and arming acknowledges the reminder', async () => {
    const note = await watchedNote()
    await save(changed)
    await check()
    app.advance(5)
    expect(await watch(note)).toMatchObject({ status: 200, body: { watch: { state: 'on' } } })
    expect(await due()).toEqual([])
    await save(text(LINES))
    await check()
    expect(await due()).toMatchObject([
      { note_id: note, change: { rows: [{}, {}, { text: '    return sum(amounts, 0)' }, {}] } },
    ])
    expect(await fired(note)).toBe(1)
  })

  test('does not fire after it was removed', async () => {
    const note = await watchedNote()
    expect(await dana.delete(`${API}/note/${note}/watch`)).toMatchObject({ status: 200 })
    expect(await dana.delete(`${API}/note/${note}/watch`)).toMatchObject({
      status: 404,
      body: { code: 'watch_not_found' },
    })
    await save(changed)
    await check()
    expect(await due()).toEqual([])
  })

  test('follows the note to other lines, and is on the note', async () => {
    const note = await watchedNote()
    app.advance(1)
    const moved = await dana.put(`${API}/note/${note}`, { line_start: 7, line_end: 7 })
    expect(moved.body).toMatchObject({ note: { watch: { state: 'on' } } })
    await save(changed)
    await check()
    expect(await due()).toEqual([])
    await save(text(LINES.with(6, 'print(total([1]))')))
    await check()
    expect(await due()).toHaveLength(1)
  })

  test('ends when the note is detached from its lines', async () => {
    const note = await watchedNote()
    const { body } = await dana.put(`${API}/note/${note}`, { line_start: null, line_end: null })
    expect(body).not.toHaveProperty('note.watch')
  })

  test('does not fire for a note in the trash, and goes on after it is restored', async () => {
    const note = await watchedNote()
    await dana.delete(`${API}/note/${note}`)
    await save(changed)
    await check()
    await dana.post(`${API}/note/${note}/restore`)
    expect(await due()).toEqual([])
    await save(`${changed}# end\n`)
    await check()
    expect(await due()).toHaveLength(1)
  })
})

describe('a note with a reminder', () => {
  const setReminder = async (note: string, body: object = { preset: '3h', tz: TZ }) =>
    replyOf(await dana.post(`${API}/note/${note}/reminder`, body)).remind_at

  test('is due at the change and again at its time', async () => {
    const note = await watchedNote()
    const at = await setReminder(note)
    await save(changed)
    await check()
    expect(await due()).toMatchObject([{ note_id: note }])
    await dana.post(`${API}/reminders/ack`, { note_id: note })
    expect(await due()).toEqual([])
    expect(replyOf(await dana.get(`${API}/reminders/ahead`)).items).toMatchObject([{ note_id: note, remind_at: at }])
    app.advance(4 * 3600)
    expect(await due()).toMatchObject([{ note_id: note, remind_at: at }])
  })

  test('that repeats keeps its next time', async () => {
    const note = await watchedNote()
    const at = await setReminder(note, { preset: '3h', tz: TZ, repeat: { unit: 'day' } })
    await save(changed)
    await check()
    await dana.post(`${API}/reminders/ack`, { note_id: note })
    expect(replyOf(await dana.get(`${API}/reminders/ahead`)).items).toMatchObject([
      { note_id: note, remind_at: at, repeat: { unit: 'day' } },
    ])
  })
})

test.each([
  ['on a whole file', async () => (await dana.createNote(file)).id],
  [
    'whose lines are lost',
    async () => {
      const note = await newNote()
      await save('print(1)\n')
      return note
    },
  ],
])('a note %s cannot watch', async (_, make) => {
  expect(await watch(await make())).toMatchObject({ status: 409, body: { code: 'nothing_to_watch' } })
})

test('lines of more than 50,000 characters cannot be watched', async () => {
  file = await dana.saveFile('long.py', `x = "${'y'.repeat(50_000)}"\n`)
  expect(await watch(await newNote(1, 1))).toMatchObject({ status: 409, body: { code: 'watch_too_long', max: 50_000 } })
})

test("another user's note is 404", async () => {
  const note = await newNote()
  const omer = await app.user('Omer')
  for (const reply of [
    await omer.get(`${API}/note/${note}/watch`),
    await omer.post(`${API}/note/${note}/watch`),
    await omer.delete(`${API}/note/${note}/watch`),
  ])
    expect(reply).toMatchObject({ status: 404, body: { code: 'note_not_found' } })
})

describe('at the same moment', () => {
  const lockFile = () => ({
    sql: 'select from files where user_id = $1 and id = $2 for update',
    values: [dana.id, file],
  })

  test('a save that commits while a watch is armed: the watch starts from the new text', async () => {
    const note = await newNote()
    // The rival save holds the file, so arming has read version 1 and waits; then it reads again.
    const armed = await whileRowIsLocked(app.pool, lockFile(), async (rival) => {
      await rival.query('update files set version = version where user_id = $1 and id = $2', [dana.id, file])
      return { waiting: watch(note) }
    })
    expect(armed.status).toBe(200)
    await save(changed)
    await check()
    expect(await fired(note)).toBe(1)
  })

  test('saves and re-arms in any order: no change is lost and none is reported twice', async () => {
    const note = await watchedNote()
    const found = new Map<number, number>()
    for (let round = 0; round < 20; round++) {
      const [, rearmed] = await Promise.all([save(text(LINES.with(4, `    return ${round}`))), watch(note), check()])
      expect(rearmed.status).toBe(200)
      await check()
      const { rows } = await app.pool.query<Stored>(STORED, [dana.id, note])
      const isOn = rows[0]?.fired === null
      // Either the watch has seen the new text when it was armed, or it has fired.
      expect(isOn ? rows[0]?.text : rows[0]?.after).toContain(`return ${round}`)
      // Every watch has found one change at most.
      for (const { at, foundAt } of rows)
        if (foundAt)
          expect(found.set(at.getTime(), found.get(at.getTime()) ?? foundAt.getTime()).get(at.getTime())).toBe(
            foundAt.getTime(),
          )
    }
  })

  test('two workers that check the same version fire once', async () => {
    const note = await watchedNote()
    await save(changed)
    await whileRowIsLocked(app.pool, lockFile(), async () => ({ waiting: Promise.all([check(), check()]) }), 2)
    expect(await fired(note)).toBe(1)
    expect(await due()).toHaveLength(1)
  })

  type Stored = { text: string; fired: Date | null; at: Date; after: string | null; foundAt: Date | null }
  const STORED = `select n.watch_text as text, n.watch_fired_at as fired, c.watch_at as at, c.after_text as after,
    n.watch_fired_at as "foundAt" from notes n left join note_changes c on c.user_id = n.user_id and c.note_id = n.id
    where n.user_id = $1 and n.id = $2 order by c.watch_at desc`
})

test('the table refuses a second change of the same watch', async () => {
  const note = await watchedNote()
  await save(changed)
  await check()
  await expect(
    app.pool.query('insert into note_changes select * from note_changes where user_id = $1 and note_id = $2', [
      dana.id,
      note,
    ]),
  ).rejects.toThrow('note_changes_pkey')
})
