import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { sendForm } from '../../../test/forms.ts'
import { raceForLastSlot, untilLockWaiters, whileRowIsLocked } from '../../../test/row-lock.ts'
import { MAX_NOTES_PER_REPO_FILE } from '#features/notes/note.ts'
import { replyOf } from '../../../test/app.ts'

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

const home = (name: string, path: string) => `/api/sticky-notes/repo/${encodeURIComponent(name)}/${path}` as const
const notesOn = async (name: string, path: string) => replyOf(await dana.get(home(name, path)))
const put = async (name: string, path: string, body: Record<string, unknown>) =>
  replyOf(await dana.post(home(name, path), body)).id

describe('notes on repository files', () => {
  test('create answers 404 for an unknown repository or file and 201 for an existing file', async () => {
    stage.server
      .create('noa/app')
      .commit({ put: { 'docs/a.md': '# a\n', orphans: 'a real file\n', '.git-config': 'x' } })
    await stage.mirror(dana, 'noa/app')
    expect(await dana.post(home('noa/none', 'a.md'), {})).toMatchObject({
      status: 404,
      body: { code: 'repo_not_found' },
    })
    expect(await dana.post(home('noa/app', 'b.md'), {})).toMatchObject({
      status: 404,
      body: { code: 'repo_file_not_found', repo_name: 'noa/app', repo_path: 'b.md' },
    })
    const made = await dana.post(home('noa/app', 'docs/a.md'), { content: 'שלום', line_start: 1 })
    expect(made).toMatchObject({
      status: 201,
      body: { note: { kind: 'repo', repo_name: 'noa/app', repo_path: 'docs/a.md', orphaned: false, mode: 'anchored' } },
    })
    expect(await omer.post(home('noa/app', 'docs/a.md'), {})).toMatchObject({ body: { code: 'repo_not_found' } })
    expect((await omer.get(home('noa/app', 'docs/a.md'))).status).toBe(404)
  })

  test('S24: /docs//a.md and docs\\a.md find the same notes; ../x is rejected; a file called orphans is reachable', async () => {
    for (const path of ['/docs//a.md', 'docs%5Ca.md', './docs/./a.md', 'docs/x/%2E%2E/a.md'])
      expect((await notesOn('noa/app', path)).count, path).toBe(1)
    for (const path of ['..%2Fx', 'a/..%2F..%2Fx', '%2E%2E%5Cx', '.']) {
      const read = await dana.raw({ method: 'GET', url: home('noa/app', path) })
      expect(read, path).toMatchObject({ status: 400, body: { code: 'invalid_repo_path' } })
      expect(await dana.post(home('noa/app', path), {}), path).toMatchObject({ body: { code: 'invalid_repo_path' } })
    }
    await put('noa/app', 'orphans', { content: 'on the file' })
    expect((await notesOn('noa/app', 'orphans')).count).toBe(1)
    expect(await dana.post(home('noa/app', '.git/config'), {})).toMatchObject({ body: { code: 'repo_file_not_found' } })
  })

  test('S21: create rejects the 21st note on a repository file under concurrent requests', async () => {
    stage.server.create('noa/last-slot').commit({ put: { 'a.ts': 'a\n' } })
    await stage.mirror(dana, 'noa/last-slot')
    for (let n = 1; n < MAX_NOTES_PER_REPO_FILE; n++) await put('noa/last-slot', 'a.ts', { content: `${n}` })
    const create = () => dana.post(home('noa/last-slot', 'a.ts'), {})
    expect(await raceForLastSlot(stage.app.pool, 'notes', [create, create])).toMatchObject([
      { status: 201 },
      { status: 409, body: { code: 'note_quota_exceeded', max: 20, scope: 'repo_file' } },
    ])
  })

  test('S21: 25 concurrent creates on one repository file leave 20 notes', async () => {
    stage.server.create('noa/full').commit({ put: { 'a.ts': 'a\n' } })
    await stage.mirror(dana, 'noa/full')
    const all = await Promise.all(
      Array.from({ length: 25 }, (_, i) => dana.post(home('noa/full', 'a.ts'), { content: `${i}` })),
    )
    expect(all.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = all.filter(({ status }) => status !== 201)
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: 'note_quota_exceeded', max: 20, scope: 'repo_file' } })
    expect((await notesOn('noa/full', 'a.ts')).count).toBe(20)
  })
})

const TEXT = Array.from({ length: 30 }, (_, i) => `const value${i} = compute(${i}, 'name ${i}')`).join('\n')

describe('S23: notes follow their file upstream', () => {
  test('notes follow a rename that also moves and edits their lines', async () => {
    const origin = stage.server.create('noa/moving')
    origin.commit({ put: { 'src/old.ts': `${TEXT}\n` } })
    const id = await stage.mirror(dana, 'noa/moving')
    const note = await put('noa/moving', 'src/old.ts', { content: 'here', line_start: 10, line_end: 11 })
    origin.commit({ rename: { 'src/old.ts': 'lib/new.ts' }, put: { 'lib/new.ts': `// one\n// two\n${TEXT}\n` } })
    expect((await notesOn('noa/moving', 'src/old.ts')).orphaned).toBe(false) // valid until the next sync
    const ran = await stage.resync(dana, id)
    expect(ran.events).toMatchObject([{ name: 'codehost_sync', fields: { renamed_notes: 1 } }])
    const [followed] = (await notesOn('noa/moving', 'lib/new.ts')).notes
    expect(followed).toMatchObject({
      id: note,
      repo_path: 'lib/new.ts',
      moved_from: 'src/old.ts',
      orphaned: false,
      place: { state: 'shifted', line_start: 12, line_end: 13 },
    })
    expect((await dana.page('/notes?q=here')).text).toContain('L12-13')
    expect((await notesOn('noa/moving', 'src/old.ts').catch(() => ({ count: 0 }))).count).toBe(0)
  })

  test('notes follow two renames and a rewrite between two syncs', async () => {
    const origin = stage.server.create('noa/twice')
    origin.commit({ put: { 'a.ts': `${TEXT}\n`, 'other.ts': 'x\n' } })
    const id = await stage.mirror(dana, 'noa/twice')
    await put('noa/twice', 'a.ts', { content: 'here', line_start: 30 })
    const grown = (n: number) =>
      `${Array.from({ length: n * 12 }, (_, i) => `added ${n} ${i * 31}`).join('\n')}\n${TEXT}\n`
    origin.commit({ rename: { 'a.ts': 'b.ts' } })
    origin.commit({ put: { 'b.ts': grown(2) } })
    origin.commit({ rename: { 'b.ts': 'c.ts' } })
    origin.commit({ put: { 'c.ts': grown(4) } })
    await stage.resync(dana, id)
    expect((await notesOn('noa/twice', 'c.ts')).notes).toMatchObject([
      { moved_from: 'a.ts', place: { state: 'shifted', line_start: 78 } },
    ])
  })

  test('notes of a deleted file are listed as orphans with the last sync and can be reattached', async () => {
    const origin = stage.server.create('noa/deleting')
    origin.commit({ put: { 'gone.ts': `${TEXT}\n`, 'kept.ts': 'unrelated words\n' } })
    const id = await stage.mirror(dana, 'noa/deleting')
    const note = await put('noa/deleting', 'gone.ts', { content: 'lonely', line_start: 3 })
    const orphans = '/api/sticky-notes/repo-orphans/noa%2Fdeleting'
    expect(await dana.get(orphans)).toMatchObject({ status: 200, body: { count: 0, unknown: false } })
    origin.commit({ remove: ['gone.ts'] })
    await stage.resync(dana, id)
    const found = replyOf(await dana.get(orphans))
    expect(found).toMatchObject({
      count: 1,
      unknown: false,
      notes: [{ id: note, orphaned: true, repo_path: 'gone.ts' }],
    })
    expect(found.last_sync_time).toMatch(/^2026-.*\+00:00$/)
    expect(await notesOn('noa/deleting', 'gone.ts')).toMatchObject({ orphaned: true, count: 1 })
    expect((await dana.page('/notes?q=lonely')).text).toContain('File no longer in the repository')
    const again = await dana.post(`/api/sticky-notes/note/${note}/reattach`, { repo_path: 'kept.ts', line_start: 1 })
    expect(again).toMatchObject({ status: 200, body: { note: { id: note, repo_path: 'kept.ts', line_start: 1 } } })
    expect(await dana.get(orphans)).toMatchObject({ body: { count: 0 } })
    expect((await notesOn('noa/deleting', 'kept.ts')).notes).toMatchObject([{ place: { state: 'anchored' } }])
    expect(await dana.post(`/api/sticky-notes/note/${note}/reattach`, { repo_path: 'nope.ts' })).toMatchObject({
      body: { code: 'repo_file_not_found' },
    })
  })

  test('/notes lists the notes of a deleted file as lost, also those on the whole file', async () => {
    const origin = stage.server.create('noa/losing')
    origin.commit({ put: { 'gone.ts': `${TEXT}\n`, 'kept.ts': 'unrelated words\n' } })
    const id = await stage.mirror(dana, 'noa/losing')
    const lines = await put('noa/losing', 'gone.ts', { content: 'on a line', line_start: 3 })
    const whole = await put('noa/losing', 'gone.ts', { content: 'on the whole file' })
    await put('noa/losing', 'kept.ts', { content: 'kept', line_start: 1 })
    origin.commit({ remove: ['gone.ts'] })
    await stage.resync(dana, id)
    const { text } = await dana.page('/notes?show=lost&repo=noa%2Flosing')
    for (const lost of [lines, whole]) expect(text).toContain(`href="/notes/orphans/noa/losing#note-${lost}"`)
    expect(text).toContain('Checked 3 of 3 notes')
    expect(text).toContain('2 notes')
    expect(text).not.toContain('kept.ts')
  })

  test('after a force-push, notes follow files that still exist and are orphaned otherwise', async () => {
    const origin = stage.server.create('noa/rewritten')
    origin.commit({ put: { 'a.ts': `${TEXT}\n`, 'b.ts': 'b\n' } })
    const id = await stage.mirror(dana, 'noa/rewritten')
    await put('noa/rewritten', 'a.ts', { content: 'here', line_start: 5 })
    await put('noa/rewritten', 'b.ts', { content: 'there', line_start: 1 })
    origin.commit({ put: { 'a.ts': `// rewritten\n${TEXT}\n` } }, { orphan: true })
    await stage.resync(dana, id)
    expect((await notesOn('noa/rewritten', 'a.ts')).notes).toMatchObject([
      { place: { state: 'shifted', line_start: 6 } },
    ])
    expect(await notesOn('noa/rewritten', 'b.ts')).toMatchObject({ orphaned: true })
  })

  test('a repository that is no longer mirrored is listed as an orphan, and adding it again restores its notes', async () => {
    stage.server.create('noa/left').commit({ put: { 'a.ts': 'a\n' } })
    const id = await stage.mirror(dana, 'noa/left')
    await put('noa/left', 'a.ts', { content: 'mine' })
    expect(await dana.get('/api/sticky-notes/orphan-repos')).toMatchObject({
      body: { repos: [], count: 0, unknown: false },
    })
    await dana.delete(`/api/repos/${id}`)
    expect(await dana.get('/api/sticky-notes/orphan-repos')).toMatchObject({
      body: { ok: true, repos: [{ repo_name: 'noa/left', notes: 1 }], count: 1, unknown: false },
    })
    expect(await notesOn('noa/left', 'a.ts')).toMatchObject({ orphaned: true, count: 1 })
    await stage.mirror(dana, 'noa/left')
    expect(await notesOn('noa/left', 'a.ts')).toMatchObject({ orphaned: false, count: 1 })
  })
})

test('S25: a corrupt mirror returns unknown, and its notes are listed', async () => {
  const origin = stage.server.create('noa/broken')
  origin.commit({ put: { 'a.ts': 'a\nb\n' } })
  const id = await stage.mirror(dana, 'noa/broken')
  await put('noa/broken', 'a.ts', { content: 'on a line', line_start: 2 })
  origin.commit({ put: { 'a.ts': 'new\na\nb\n' } })
  await stage.resync(dana, id)
  const dir = await stage.folderOf(id)
  await rename(join(dir, 'HEAD'), join(dir, 'HEAD-away'))
  try {
    expect(await notesOn('noa/broken', 'a.ts')).toMatchObject({ unknown: true, notes: [{ content: 'on a line' }] })
    const { text } = await dana.page('/notes?show=lost&repo=noa%2Fbroken')
    expect(text).toContain('1 note was not checked')
    expect(text).not.toContain('All notes are in their place')
  } finally {
    await rename(join(dir, 'HEAD-away'), join(dir, 'HEAD'))
  }
  expect(await notesOn('noa/broken', 'a.ts')).toMatchObject({ unknown: false, notes: [{ place: { line_start: 3 } }] })
})

test('a note on a file whose name is not UTF-8 is not reported as lost', async () => {
  const origin = stage.server.create('noa/bytes')
  origin.commit({ put: { 'caf\\xE9.txt': 'one\ntwo\n' } })
  await stage.mirror(dana, 'noa/bytes')
  await put('noa/bytes', 'caf%25E9.txt', { content: 'here', line_start: 2 })
  const { notes } = await notesOn('noa/bytes', 'caf%25E9.txt')
  expect(notes).toMatchObject([{ content: 'here', line_start: 2 }])
  expect(JSON.stringify(notes)).not.toContain('lost')
})

test('notes on a large file with many commits are followed to its current text', async () => {
  const lines = Array.from(
    { length: 12_000 },
    (_, i) => `const value${i} = compute(${i}, 'some words to fill the line, ${i}')`,
  )
  const origin = stage.server.create('noa/often')
  const text = (n: number) => [...Array.from({ length: n }, (_, i) => `// ${i}`), ...lines].join('\n')
  origin.commit({ put: { 'a.ts': text(0) } })
  const id = await stage.mirror(dana, 'noa/often')
  await put('noa/often', 'a.ts', { content: 'follow', line_start: 9_000 })
  origin.commits(Array.from({ length: 90 }, (_, n) => ({ edits: { put: { 'a.ts': text(n + 1) } } })))
  await stage.resync(dana, id)
  const { notes } = await notesOn('noa/often', 'a.ts')
  expect(notes).toMatchObject([{ place: { state: 'shifted', line_start: 9_090 } }])
})

describe('reattach', () => {
  test('reattach leaves the note unchanged when the new lines cannot be read', async () => {
    const origin = stage.server.create('noa/onestep')
    origin.commit({ put: { 'a.ts': 'a\n', 'b.ts': 'b\n' } })
    const id = await stage.mirror(dana, 'noa/onestep')
    const note = await put('noa/onestep', 'a.ts', { content: 'stay', line_start: 1 })
    const dir = await stage.folderOf(id)
    await rename(join(dir, 'HEAD'), join(dir, 'HEAD-away'))
    const refused = await dana.post(`/api/sticky-notes/note/${note}/reattach`, { repo_path: 'b.ts', line_start: 1 })
    await rename(join(dir, 'HEAD-away'), join(dir, 'HEAD'))
    expect(refused.status).toBe(503)
    expect(await notesOn('noa/onestep', 'a.ts')).toMatchObject({ count: 1 })
    expect(await notesOn('noa/onestep', 'b.ts')).toMatchObject({ count: 0 })
  })

  test('reattach and a concurrent import of the same note do not deadlock', async () => {
    const { pool } = stage.app
    const noa = await stage.app.user('Noa')
    stage.server.create('noa/both').commit({ put: { 'a.ts': 'a\n', 'b.ts': 'b\n' } })
    await stage.mirror(noa, 'noa/both')
    const { id } = replyOf(await noa.post(home('noa/both', 'a.ts'), { content: 'x' }))
    const content = Buffer.from((await noa.get('/export')).bytes)
    const lock = { sql: 'select from notes where user_id = $1 and id = $2 for update', values: [noa.id, id] }
    const [moved, imported] = await whileRowIsLocked(
      pool,
      lock,
      async () => {
        const moving = noa.post(`/api/sticky-notes/note/${id}/reattach`, { repo_path: 'b.ts' })
        await untilLockWaiters(pool, 1)
        const importing = sendForm(noa, '/api/import', [{ name: 'export.zip', content }])
        return { waiting: Promise.all([moving, importing]) }
      },
      2,
    )
    expect(moved).toMatchObject({ status: 200, body: { note: { repo_path: 'b.ts' } } })
    expect(imported).toMatchObject({ status: 200, body: { notes: { unchanged: 1, failed: 0 } } })
  })

  test('reattach within a file at its quota does not count the note twice', async () => {
    stage.server.create('noa/crowded').commit({ put: { 'a.ts': 'a\nb\n', 'b.ts': 'b\n' } })
    await stage.mirror(dana, 'noa/crowded')
    const ids: string[] = []
    for (let n = 0; n < MAX_NOTES_PER_REPO_FILE; n++) ids.push(await put('noa/crowded', 'a.ts', { content: `${n}` }))
    const moved = await dana.post(`/api/sticky-notes/note/${ids[0]}/reattach`, { repo_path: 'a.ts', line_start: 2 })
    expect(moved).toMatchObject({ status: 200, body: { note: { line_start: 2 } } })
    const other = await put('noa/crowded', 'b.ts', { content: 'more' })
    expect(await dana.post(`/api/sticky-notes/note/${other}/reattach`, { repo_path: 'a.ts' })).toMatchObject({
      status: 409,
      body: { code: 'note_quota_exceeded' },
    })
  })
})

describe('S25: a mirror that cannot be read returns unknown, and no note is flagged', () => {
  it.each(['its folder is gone', 'its list cannot be asked', 'it was never synced'])('%s', async (situation) => {
    const name = `noa/unreadable-${situation.length}`
    const origin = stage.server.create(name)
    origin.commit({ put: { 'a.ts': 'a\n', 'b.ts': 'b\n' } })
    const id = await stage.mirror(dana, name)
    await put(name, 'a.ts', { content: 'a' })
    await put(name, 'b.ts', { content: 'b' })
    origin.commit({ remove: ['b.ts'] })
    await stage.resync(dana, id)
    const folder = await stage.folderOf(id)
    if (situation === 'its folder is gone') await rename(folder, `${folder}-away`)
    if (situation === 'its list cannot be asked') await stage.app.pool.query('alter table mirror_files rename to away')
    if (situation === 'it was never synced')
      await stage.app.pool.query('update repos set head = null where id = $1', [id])
    try {
      const { body } = await dana.get(`/api/sticky-notes/repo-orphans/${encodeURIComponent(name)}`)
      expect(body).toMatchObject({ ok: true, unknown: true, notes: [], count: 0 })
      for (const path of ['a.ts', 'b.ts'])
        expect(await notesOn(name, path)).toMatchObject({
          unknown: true,
          orphaned: false,
          notes: [{ orphaned: false }],
        })
    } finally {
      if (situation === 'its folder is gone') await rename(`${folder}-away`, folder)
      if (situation === 'its list cannot be asked')
        await stage.app.pool.query('alter table away rename to mirror_files')
    }
    if (situation !== 'it was never synced')
      expect(await dana.get(`/api/sticky-notes/repo-orphans/${encodeURIComponent(name)}`)).toMatchObject({
        body: { unknown: false, count: 1 },
      })
  })
})

test('listing computes the orphan flags in one query and writes nothing', async () => {
  const origin = stage.server.create('noa/counted')
  const put20 = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}.ts`, `${i}\n`]))
  origin.commit({ put: put20 })
  await stage.mirror(dana, 'noa/counted')
  for (let i = 0; i < 20; i++) await put('noa/counted', `f${i}.ts`, { content: 'x' })
  const { pool } = stage.app
  // `xmin` is the last writer of each row and is visible at once, unlike the statistics of writes.
  const writers = async () =>
    (
      await pool.query<{ count: string; sum: string }>(
        `select count(*), sum(t.xmin::text::bigint) from
           (select xmin from notes union all select xmin from repos union all select xmin from mirrors union all select xmin from mirror_files) t`,
      )
    ).rows
  const before = await writers()
  const seen: string[] = []
  for (const client of (pool as unknown as { _clients: { query: (...args: unknown[]) => unknown }[] })._clients) {
    const send = client.query.bind(client)
    client.query = (...args) => {
      const [first] = args
      seen.push(typeof first === 'string' ? first : String((first as { text?: string }).text))
      return send(...args)
    }
  }
  await dana.get('/api/sticky-notes/repo-orphans/noa%2Fcounted')
  const aboutNotes = seen.filter((sql) => /\bnotes n\b/.test(sql))
  expect(aboutNotes).toHaveLength(1)
  expect(seen.filter((sql) => /^\s*(insert|update|delete)/i.test(sql) && !/sessions|access_tokens/.test(sql))).toEqual(
    [],
  )
  expect(await writers()).toEqual(before)
})
