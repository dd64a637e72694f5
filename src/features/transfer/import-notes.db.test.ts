import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { failures, sendForm } from '../../../test/forms.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { jsonIn, manifestIn, unzip, zipOf } from '../../../test/zips.ts'

let app: TestApp
let dana: TestUser
let fileId: string
let boardId: string
let zip: Buffer
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  await fillLibrary()
  zip = (await dana.get('/export')).bytes
})
afterAll(() => app[Symbol.asyncDispose]())

type Json = Record<string, unknown>
const importInto = async (user: TestUser, bytes: Buffer) =>
  replyOf(await sendForm(user, '/api/import', [{ name: 'export.zip', content: Buffer.from(bytes) }]))
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

async function fillLibrary(): Promise<void> {
  fileId = await dana.saveFile('code.py', 'a\nb\nc\n')
  const note = await dana.createNote(fileId, { content: 'first', line_start: 2, line_end: 3, color: 'pink' })
  await dana.put(`/api/sticky-notes/note/${note.id}`, { content: '- [ ] second', title: 'Title' })
  const armed = await dana.post(`/api/sticky-notes/note/${note.id}/reminder`, { preset: '24h', tz: 'UTC' })
  expect(armed.status).toBe(200)
  // Ids of one millisecond have no order.
  app.advance(1)
  await dana.saveFile('code.py', 'new\na\nb\nc\n')
  boardId = (await dana.createBoard('לוח')).id
  await dana.createBoardNote(boardId, { content: 'on a board', position: { x: 1.5, y: 2 } })
  for (const content of Object.values(nastyTexts)) await dana.createNote(fileId, { content })
  const deleted = await dana.createNote(fileId, { content: 'deleted' })
  await dana.delete(`/api/sticky-notes/note/${deleted.id}`)
}

async function notesOf(user: TestUser, live = true): Promise<Json[]> {
  const { rows } = await app.pool.query<Json>(
    `select n.*, f.file_name, b.name as board_name from notes n
     left join files f on f.user_id = n.user_id and f.id = n.file_id
     left join boards b on b.user_id = n.user_id and b.id = n.board_id
     where n.user_id = $1 and ($2 = false or n.deleted_at is null) order by n.id`,
    [user.id, live],
  )
  return rows
}

/** The export with some changed entries and recomputed checksums. */
async function edited(change: (files: Map<string, Buffer>) => void): Promise<Buffer> {
  const files = await unzip(zip)
  change(files)
  return zipOf([...files].map(([name, content]) => ({ name, content })))
}

function editNote(files: Map<string, Buffer>, change: Json): void {
  const manifest = manifestIn(files)
  const row = manifest.notes[0]
  if (!row) throw new Error('no note')
  const sidecar = JSON.stringify({ ...jsonIn(files, row.sidecar), ...change })
  row.sidecar_sha256 = sha256(sidecar)
  files.set(row.sidecar, Buffer.from(sidecar))
  files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, notes: [row] })))
}

describe('GET /export', () => {
  test('contains each note as Markdown with a JSON sidecar, each board, and checksums of all of them', async () => {
    const files = await unzip(zip)
    const manifest = manifestIn(files)
    expect(manifest.notes).toHaveLength(3 + Object.keys(nastyTexts).length)
    expect(manifest.boards).toHaveLength(2)
    for (const { sidecar, sidecar_sha256 } of [...manifest.notes, ...manifest.boards])
      expect(sha256(files.get(sidecar) ?? '')).toBe(sidecar_sha256)
    const texts = manifest.notes.map(({ path }) => files.get(path)?.toString('utf8'))
    expect(texts).toEqual(expect.arrayContaining(['- [ ] second', 'on a board', ...Object.values(nastyTexts)]))
    expect(jsonIn(files, manifest.notes[0]?.sidecar ?? '')).toMatchObject({
      on: { kind: 'file', file_id: fileId, file_name: 'code.py' },
      title: 'Title',
      color: 'pink',
      quote: { text: 'b\nc\n', version: 1 },
      history: [{ seq: 1, title: '', content: 'first' }],
      reminder: { status: 'pending', ack_at: null },
    })
    expect([...files.keys()].filter((name) => name.startsWith('trash/notes/'))).toHaveLength(2)
  })

  test('contains an index from files and boards to their notes', async () => {
    const index = (await unzip(zip)).get('notes/index.md')?.toString('utf8')
    expect(index).toContain('## code.py\n')
    expect(index).toMatch(/- line 2: \[Title\]\(\.\.\/notes\/[0-9a-f]{32}\.md\)/)
    expect(index).toContain('## Board: לוח\n')
  })
})

describe('POST /api/import', () => {
  test('reports notes, boards and reminders, and adds nothing on the second import', async () => {
    const omer = await app.user('Omer')
    const notes = 3 + Object.keys(nastyTexts).length
    expect(await importInto(omer, zip)).toMatchObject({
      ok: true,
      saved: 1,
      notes: { saved: notes, unchanged: 0, failed: 0 },
      boards: { saved: 2, unchanged: 0, failed: 0 },
      reminders: { saved: 1, unchanged: 0, failed: 0 },
    })
    expect(await importInto(omer, zip)).toMatchObject({
      saved: 0,
      notes: { saved: 0, unchanged: notes, failed: 0 },
      boards: { saved: 0, unchanged: 2, failed: 0 },
      reminders: { saved: 0, unchanged: 1, failed: 0 },
    })
    const [first] = replyOf(await omer.get('/api/files?q=new')).items
    const placed = replyOf(await omer.get(`/api/sticky-notes/${first?.id}`)).notes
    expect(placed[0]).toMatchObject({ title: 'Title', place: { state: 'shifted', line_start: 3, line_end: 4 } })
  })

  test('recognises everything when an export returns through another account', async () => {
    const omer = await app.user('Omer')
    await importInto(omer, zip)
    const before = await notesOf(dana, false)
    const body = await importInto(dana, (await omer.get('/export')).bytes)
    expect(body).toMatchObject({ saved: 0, failed: 0, notes: { saved: 0, failed: 0 }, boards: { saved: 0, failed: 0 } })
    expect(await notesOf(dana, false)).toEqual(before)
  })

  test('writes each item once when one export is imported twice concurrently', async () => {
    const omer = await app.user('Omer')
    const answers = await Promise.all([importInto(omer, zip), importInto(omer, zip)])
    expect(answers).toMatchObject([{ ok: true }, { ok: true }])
    expect(await notesOf(omer, false)).toHaveLength((await notesOf(dana, false)).length)
    expect(replyOf(await omer.get('/api/note-boards')).count).toBe(2)
  })

  test('keeps a note that was changed here and reports it', async () => {
    const omer = await app.user('Omer')
    await importInto(omer, zip)
    const [note] = await notesOf(omer)
    const id = String(note?.['id']).replaceAll('-', '')
    await omer.put(`/api/sticky-notes/note/${id}`, { content: 'mine' })
    const body = await importInto(omer, zip)
    expect(body).toMatchObject({ notes: { saved: 0, failed: 1 } })
    expect(failures(body)).toMatchObject([{ kind: 'note', name: 'code.py:2 · Title', code: 'note_changed_here' }])
    expect((await notesOf(omer))[0]).toMatchObject({ content: 'mine' })
  })

  test('keeps a reminder that was changed here and reports it', async () => {
    const omer = await app.user('Omer')
    await importInto(omer, zip)
    await app.pool.query(
      `update reminders set status = 'acknowledged', ack_at = $2, push_at = null where user_id = $1`,
      [omer.id, app.clock.now],
    )
    const body = await importInto(omer, zip)
    expect(body).toMatchObject({ notes: { failed: 0 }, reminders: { saved: 0, failed: 1 } })
    expect(failures(body)).toMatchObject([{ kind: 'reminder', code: 'reminder_changed_here' }])
  })

  test('restores a note that is in the trash', async () => {
    const omer = await app.user('Omer')
    await importInto(omer, zip)
    const before = await notesOf(omer)
    const id = String(before[0]?.['id']).replaceAll('-', '')
    await omer.delete(`/api/sticky-notes/note/${id}`)
    expect(await importInto(omer, zip)).toMatchObject({ notes: { saved: 1, failed: 0 } })
    expect(await notesOf(omer)).toEqual(before)
  })

  test('imports a file that is in the trash as a copy with its notes', async () => {
    const omer = await app.user('Omer')
    await importInto(omer, zip)
    const [file] = replyOf(await omer.get('/api/files')).items
    await omer.post(`/api/files/${file?.id}/trash`)
    const body = await importInto(omer, zip)
    expect(body).toMatchObject({ saved: 1, failed: 0, notes: { failed: 0 } })
    const [copy] = replyOf(await omer.get('/api/files')).items
    const onCopy = await omer.get(`/api/sticky-notes/${copy?.id}`)
    expect(replyOf(onCopy).count).toBe(1 + Object.keys(nastyTexts).length)
    expect(await importInto(omer, zip)).toMatchObject({ saved: 0, notes: { saved: 0, failed: 0 } })
  })

  test('renames the default board like the exported one only when it has no name yet', async () => {
    const noa = await app.user('Noa')
    const [home] = await noa.listBoards()
    await noa.patch(`/api/note-boards/${home?.id}`, { name: 'בית' })
    const work = (await noa.get('/export')).bytes
    const omer = await app.user('Omer')
    await omer.get('/api/note-boards')
    expect(await importInto(omer, work)).toMatchObject({ boards: { saved: 1, failed: 0 } })
    const [taken] = await omer.listBoards()
    expect(taken).toMatchObject({ name: 'בית', is_default: true })
    await omer.patch(`/api/note-boards/${taken?.id}`, { name: 'אחר' })
    const body = await importInto(omer, work)
    expect(failures(body)).toMatchObject([{ kind: 'board', name: 'בית', code: 'board_name_kept' }])
    expect(await omer.listBoards()).toMatchObject([{ name: 'אחר' }])
  })
})

describe('quotas', () => {
  const FILL = `insert into notes (user_id, id, kind, repo_name, repo_path, title, content, search_title, search_body, pos_x, pos_y,
      width, height, color, is_minimized, mode, created_at, updated_at)
    select $1, gen_random_uuid(), 'repo', 'a/b', 'p' || n, '', '', '', '', 0, 0, 200, 200, 'yellow', false, 'anchored', now(), now()
    from generate_series(1, $2::int) n`
  const fill = (user: TestUser, count: number) => app.pool.query(FILL, [user.id, count])

  test('an import accepts notes up to the account limit and reports each rejected one', async () => {
    const omer = await app.user('Omer')
    await fill(omer, 998)
    const body = await importInto(omer, zip)
    const live = (await notesOf(dana)).length
    expect(body).toMatchObject({ notes: { saved: 2 + 1, failed: live - 2 } })
    expect(new Set(failures(body).map(({ code }) => code))).toEqual(new Set(['note_quota_exceeded']))
    expect(await notesOf(omer)).toHaveLength(1_000)
  })

  test('an import waits for a concurrent note creation and does not exceed the limit with it', async () => {
    const omer = await app.user('Omer')
    await fill(omer, 999)
    const lock = { sql: 'select from users where user_id = $1 for update', values: [omer.id] }
    const body = await whileRowIsLocked(app.pool, lock, async (rival) => {
      await rival.query(FILL, [omer.id, 1])
      return { waiting: importInto(omer, zip) }
    })
    expect(body).toMatchObject({ notes: { saved: 1, failed: (await notesOf(dana)).length } })
    expect(await notesOf(omer)).toHaveLength(1_000)
  })

  test('an import and a concurrent create do not both get the last free slot of a board', async () => {
    const [noa, omer] = [await app.user('Noa'), await app.user('Omer')]
    const homeOf = async (user: TestUser) => {
      const [home] = await user.listBoards()
      return home?.id ?? ''
    }
    await noa.post(`/api/sticky-notes/board/${await homeOf(noa)}`, { content: 'exported' })
    const exported = (await noa.get('/export')).bytes
    const full = await homeOf(omer)
    await omer.post(`/api/sticky-notes/board/${full}`, {})
    await app.pool.query(
      `insert into notes select (jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid()))).*
       from notes n, generate_series(2, 199) where n.user_id = $1`,
      [omer.id],
    )
    const lock = { sql: 'lock table notes in share mode', values: [] }
    const create = () => omer.post(`/api/sticky-notes/board/${full}`, {})
    const send = async () => ({ waiting: Promise.all([create(), importInto(omer, exported)]) })
    const [created, imported] = await whileRowIsLocked(app.pool, lock, send, 2)
    const refusals = created.ok ? [] : [created.body]
    const codes = [...refusals, ...failures(imported)].map(({ code }) => code)
    expect(codes).toEqual(['note_quota_exceeded'])
    expect(await notesOf(omer)).toHaveLength(200)
  })

  test('notes of a rejected board are rejected with it', async () => {
    const omer = await app.user('Omer')
    await omer.get('/api/note-boards')
    await app.pool.query(
      `insert into boards select $1, gen_random_uuid(), 'b', false, now() from generate_series(1, 199)`,
      [omer.id],
    )
    const body = await importInto(omer, zip)
    expect(body).toMatchObject({ boards: { failed: 1 }, notes: { failed: 1 } })
    expect(failures(body)).toMatchObject([
      { kind: 'board', name: 'לוח', code: 'too_many_boards' },
      { kind: 'note', code: 'note_target_missing' },
    ])
  })
})

describe('old and damaged exports', () => {
  test('an export of format version 1 imports its files', async () => {
    const omer = await app.user('Omer')
    const old = await edited((files) => {
      const { notes: _notes, boards: _boards, ...manifest } = jsonIn(files, 'manifest.json')
      files.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, format_version: 1 })))
    })
    expect(await importInto(omer, old)).toMatchObject({ saved: 1, failed: 0, notes: { saved: 0, failed: 0 } })
  })

  test.each([
    ['an unknown format version', { format_version: 3 }, 'unsupported_export'],
    ['a list of notes that is none', { notes: 'x' }, 'damaged_manifest'],
    ['no list of notes', { notes: undefined }, 'damaged_manifest'],
    ['a row without a checksum', { notes: [{ path: 'a', sidecar: 'b', in_trash: false }] }, 'damaged_manifest'],
  ])('a manifest with %s is rejected, and nothing is imported', async (_what, change, code) => {
    const omer = await app.user('Omer')
    const wrong = await edited((files) =>
      files.set('manifest.json', Buffer.from(JSON.stringify({ ...jsonIn(files, 'manifest.json'), ...change }))),
    )
    const body = await importInto(omer, wrong)
    expect(failures(body)).toMatchObject([{ path: 'export.zip', code, message: expect.stringMatching(/\S/) as string }])
    expect(replyOf(await omer.get('/api/files')).items).toEqual([])
  })

  test('a section of a newer version is reported, and the rest is imported', async () => {
    const omer = await app.user('Omer')
    const newer = await edited((files) =>
      files.set('manifest.json', Buffer.from(JSON.stringify({ ...jsonIn(files, 'manifest.json'), drawings: [] }))),
    )
    const body = await importInto(omer, newer)
    expect(body).toMatchObject({ saved: 1, boards: { saved: 2 } })
    expect(failures(body)).toMatchObject([{ kind: 'section', path: 'drawings', code: 'unknown_section' }])
  })

  test('a missing or changed text, sidecar or board rejects only its own note or board', async () => {
    const omer = await app.user('Omer')
    const damaged = await edited((files) => {
      const { notes, boards } = manifestIn(files)
      files.delete(notes[0]?.path ?? '')
      files.set(notes[1]?.path ?? '', Buffer.from('changed'))
      files.delete(notes[2]?.sidecar ?? '')
      files.set(notes[3]?.sidecar ?? '', Buffer.from('{}'))
      files.delete(boards[0]?.sidecar ?? '')
    })
    const body = await importInto(omer, damaged)
    expect(body).toMatchObject({ saved: 1, notes: { failed: 4 }, boards: { failed: 1 } })
    expect(new Set(failures(body).map(({ code }) => code))).toEqual(new Set(['damaged_export']))
    expect(await notesOf(omer, false)).toHaveLength((await notesOf(dana, false)).length - 4)
  })

  const hostile: [string, Json][] = [
    ['an id that is none', { id: '../../etc/passwd' }],
    ['a color that is none', { color: '__proto__' }],
    ['a mode that is none', { mode: 'x' }],
    ['a title of two lines', { title: 'a\nb' }],
    ['a title too long', { title: 'x'.repeat(81) }],
    ['NUL in a title', { title: 'a\u0000b' }],
    ['half a surrogate pair', { anchor_text: '\ud800' }],
    ['a position out of bounds', { position: { x: -1, y: 0 } }],
    ['a size out of bounds', { size: { width: 1e300, height: 100 } }],
    ['a line beyond an integer', { line_start: 2_147_483_648 }],
    ['lines in the wrong order', { line_start: 5, line_end: 2 }],
    ['a quote of a version that is none', { quote: { text: '', before: '', after: '', version: 0, commit: null } }],
    ['a commit that is none', { quote: { text: '', before: '', after: '', version: 1, commit: "'; drop" } }],
    ['history with a number twice', { history: [1, 1].map((seq) => earlier(seq)) }],
    ['too much history', { history: Array.from({ length: 21 }, (_, i) => earlier(i + 1)) }],
    ['a year out of range', { created_at: '+010000-01-01T00:00:00Z' }],
    ['a target that is none', { on: { kind: 'planet' } }],
    ['a file that is not in the export', { on: { kind: 'file', file_id: 'f'.repeat(32), file_name: 'x' } }],
    ['a repository without a name', { on: { kind: 'repo', repo_name: '', repo_path: 'x' } }],
    ['an acknowledged reminder without a moment', { reminder: reminder('acknowledged', null) }],
    ['a rule that is none', { reminder: { ...reminder('pending', null), repeat: rule({ unit: 'year' }) } }],
    ['a rule without a start', { reminder: { ...reminder('pending', null), repeat: rule({ from: 'soon' }) } }],
    ['a rule in a zone that is none', { reminder: { ...reminder('pending', null), repeat: rule({ tz: 'Mars' }) } }],
    ['a text elsewhere', { text: { path: '/etc/passwd', sha256: '0'.repeat(64) } }],
    ['a list where an object belongs', { position: [] }],
  ]
  test.each(hostile)('a note with %s is rejected with a message', async (_what, change) => {
    const omer = await app.user('Omer')
    const body = await importInto(omer, await edited((files) => editNote(files, change)))
    expect(body).toMatchObject({ saved: 1, notes: { saved: 0, failed: 1 } })
    expect(failures(body)).toMatchObject([{ kind: 'note', message: expect.stringMatching(/\S/) as string }])
    expect(await notesOf(omer, false)).toEqual([])
  })
})

function earlier(seq: number): Json {
  return { seq, title: '', content: '', replaced_at: '2026-01-01T00:00:00.000+00:00' }
}

function reminder(status: string, ackAt: string | null): Json {
  return { remind_at: '2026-01-01T00:00:00.000+00:00', status, ack_at: ackAt, push_at: null }
}

function rule(change: Json): Json {
  return { unit: 'day', interval: 1, from: '2026-01-01T09:00', tz: 'UTC', next_at: null, ...change }
}

// This test is the last one, because the clock moves so far that all sessions expire.
test('a reminder that fell due since the export is due and not pushed, and the trash period starts again', async () => {
  const waiting = await app.user('Omer')
  await importInto(waiting, zip)
  const remindersOf = async (user: TestUser) =>
    (await app.pool.query<Json>('select * from reminders where user_id = $1', [user.id])).rows
  const [ahead] = await remindersOf(waiting)
  expect(ahead).toMatchObject({ status: 'pending', push_at: ahead?.['remind_at'] })
  app.advance(90 * 86_400)
  const late = await app.user('Omer')
  await importInto(late, zip)
  expect(await remindersOf(late)).toMatchObject([{ status: 'pending', remind_at: ahead?.['remind_at'], push_at: null }])
  expect((await late.get('/api/sticky-notes/reminders/summary')).body).toMatchObject({ count_due: 1 })
  const trashed = (await notesOf(late, false)).filter((note) => note['deleted_at'] !== null)
  expect(trashed.map(({ purge_at }) => purge_at)).toEqual([new Date(app.clock.now.getTime() + 30 * 86_400_000)])
})
