import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { runOnce } from '../../../test/job.ts'
import { raceForLastSlot, whileRowIsLocked } from '../../../test/row-lock.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { replyOf } from '../../../test/app.ts'

let stage: RepoStage
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  stage = await repoStage({ REPO_MAX_FILES: '25000' })
  dana = await stage.app.user('Dana')
  omer = await stage.app.user('Omer')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.server.state.behaviour = 'answer'
  stage.app.advance(60)
  // Each test creates its own repositories, so the others are not affected.
  await stage.app.pool.query(`update mirrors set next_sync_at = '2099-01-01'`)
})

const repoOf = async (person: TestUser, id: string) => replyOf(await person.get(`/api/repos/${id}`)).repo
const pathsOf = async (id: string) => (await stage.filesOf(id)).map(({ path }) => path)

describe('adding a repository', () => {
  test('addRepo rejects the 51st repository under concurrent requests', async () => {
    const noa = await stage.app.user('Noa')
    await stage.app.pool.query(
      `insert into repos (user_id, id, name, url, mirror_id, created_at)
       select $1, gen_random_uuid(), 'owner/r' || n, 'https://github.com/owner/r' || n, gen_random_uuid(), now() from generate_series(1, 49) n`,
      [noa.id],
    )
    const add = (name: string) => () => noa.post('/api/repos', { url: `https://github.com/owner/${name}` })
    expect(await raceForLastSlot(stage.app.pool, 'repos', [add('x'), add('y')])).toMatchObject([
      { status: 201 },
      { status: 409, body: { code: 'too_many_repos', max: 50 } },
    ])
    await stage.app.pool.query('delete from repos where user_id = $1', [noa.id])
  })

  it.each([
    ['not an address', 'invalid_repo_url'],
    ['https://github.com/only-owner', 'invalid_repo_url'],
    ['https://github.com/a/b/c', 'invalid_repo_url'],
    ['https://github.com/-oProxyCommand=x/b', 'invalid_repo_url'],
    ['https://github.com/a/--upload-pack=x', 'invalid_repo_url'],
    ['https://github.com/a/.git', 'invalid_repo_url'],
    ['https://github.com/a/b?x=1', 'invalid_repo_url'],
    ['ssh://github.com/a/b', 'https_only'],
    ['ssh://git@localhost/a/b', 'host_not_allowed'],
    ['git@127.0.0.1:a/b.git', 'host_not_allowed'],
    ['git@github.com:a/b/c', 'invalid_repo_url'],
    ['file:///etc/passwd', 'https_only'],
    ['ext::sh -c id', 'https_only'],
    ['http://github.com/a/b', 'https_only'],
    ['https://user:secret@github.com/a/b', 'credentials_in_url'],
    ['https://169.254.169.254/a/b', 'host_not_allowed'],
    ['https://localhost/a/b', 'host_not_allowed'],
    ['https://127.0.0.1/a/b', 'host_not_allowed'],
    ['https://[::1]/a/b', 'host_not_allowed'],
    ['https://github.com.evil.example/a/b', 'host_not_allowed'],
    ['https://github.com:8443/a/b', 'host_not_allowed'],
  ])('addRepo rejects %s: %s', async (url, code) => {
    expect(await dana.post('/api/repos', { url })).toMatchObject({ status: 400, body: { code, field: 'url' } })
  })

  it.each(['-x', 'a..b', 'a b', 'x.lock', '@{u}', 'a\\b', '/a', 'a~1', ''])(
    'addRepo rejects branch %j',
    async (branch) => {
      const answer = await dana.post('/api/repos', { url: stage.server.url('noa/x'), branch })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_branch' } })
    },
  )

  test('addRepo returns 409 for a duplicate, and another user may add the same repository', async () => {
    stage.server.create('noa/twice').commit({ put: { a: 'a' } })
    const url = stage.server.url('noa/twice')
    expect((await dana.post('/api/repos', { url })).status).toBe(201)
    expect(await dana.post('/api/repos', { url })).toMatchObject({ status: 409, body: { code: 'repo_name_taken' } })
    expect((await omer.post('/api/repos', { url })).status).toBe(201)
    await stage.sync()
  })
})

describe('a sync', () => {
  test('fetches the tree, follows changes and emits what it did', async () => {
    const origin = stage.server.create('noa/tools')
    const first = origin.commit({ put: { 'a.ts': 'one\n', 'src/b.ts': 'two\n' } })
    const id = await stage.mirror(dana, 'noa/tools')
    expect(await repoOf(dana, id)).toMatchObject({ state: 'ready', commit: first, branch: 'main', file_count: 2 })
    expect(await pathsOf(id)).toEqual(['a.ts', 'src/b.ts'])
    const second = origin.commit({ remove: ['a.ts'], put: { 'src/c.ts': 'three\n' } })
    const ran = await stage.resync(dana, id)
    expect(ran.events).toMatchObject([{ name: 'codehost_sync', fields: { files: 2, changed: 2 } }])
    expect(await repoOf(dana, id)).toMatchObject({ commit: second, file_count: 2 })
    expect(await pathsOf(id)).toEqual(['src/b.ts', 'src/c.ts'])
    expect((await omer.get(`/api/repos/${id}`)).status).toBe(404)
  })

  test('follows a force-push, and the commit before stays readable', async () => {
    const origin = stage.server.create('noa/forced')
    const before = origin.commit({ put: { 'old.ts': 'old\n' } })
    const id = await stage.mirror(dana, 'noa/forced')
    const after = origin.commit({ put: { 'new.ts': 'new\n' } }, { orphan: true })
    await stage.resync(dana, id)
    expect(await repoOf(dana, id)).toMatchObject({ commit: after, state: 'ready' })
    expect(await pathsOf(id)).toEqual(['new.ts'])
    expect(await (await stage.mirrorOf(id)).hasCommit(before)).toBe(true)
  })

  test('keeps the last copy and reports the error when the branch was deleted', async () => {
    const origin = stage.server.create('noa/branchy')
    origin.commit({ put: { a: 'a' } })
    origin.commit({ put: { b: 'b' } }, { branch: 'work' })
    const url = stage.server.url('noa/branchy')
    const added = await dana.post('/api/repos', { url, branch: 'work' })
    const { id } = replyOf(added).repo
    await stage.sync()
    expect(await pathsOf(id)).toEqual(['b'])
    origin.git('update-ref', '-d', 'refs/heads/work')
    const ran = await stage.resync(dana, id)
    expect(ran.events).toMatchObject([{ name: 'codehost_import_repo_error', fields: { error: 'no_branch' } }])
    expect(await repoOf(dana, id)).toMatchObject({ state: 'failed', error: 'no_branch' })
    expect(await pathsOf(id)).toEqual(['b'])
  })

  it.each([
    ['hang', 'timeout'],
    ['redirect', 'moved'],
    ['ask_password', 'not_found'],
    ['forbid', 'not_found'],
  ] as const)('keeps the copy and fails when the server does %s: %s', async (behaviour, error) => {
    stage.server.create(`noa/${behaviour}`).commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, `noa/${behaviour}`)
    stage.server.state.behaviour = behaviour
    await stage.resync(dana, id, { withinSeconds: error === 'timeout' ? 3 : 30 })
    expect(await repoOf(dana, id)).toMatchObject({ state: 'failed', error })
    expect(await pathsOf(id)).toEqual(['a'])
    expect((await dana.get(`/api/repos/${id}`)).status).toBe(200)
  })

  test('lists submodules, links, executables, binary files and non-UTF-8 names as what they are', async () => {
    const origin = stage.server.create('noa/odd')
    const sub = 'a'.repeat(40)
    origin.commit({
      put: {
        link: { symlink: '/etc/passwd' },
        'run.sh': { executable: '#!/bin/sh\n' },
        lib: { submodule: sub },
        'logo.png': Buffer.from([0x89, 0x50, 0, 1]),
        'caf\\xE9.txt': 'latin\n',
        'שלום.txt': 'hello\n',
        '-oProxyCommand=x': 'dash\n',
      },
    })
    const id = await stage.mirror(dana, 'noa/odd')
    const listed = (await stage.filesOf(id)).map(({ path, kind, named }) => ({ path, kind, named }))
    expect(listed).toEqual([
      { path: '-oProxyCommand=x', kind: 'file', named: false },
      { path: 'caf%E9.txt', kind: 'file', named: true },
      { path: 'lib', kind: 'submodule', named: false },
      { path: 'link', kind: 'symlink', named: false },
      { path: 'logo.png', kind: 'file', named: false },
      { path: 'run.sh', kind: 'executable', named: false },
      { path: 'שלום.txt', kind: 'file', named: false },
    ])
  })

  test('lists 20,000 files, and rejects more than the limit with its own error', async () => {
    const origin = stage.server.create('noa/huge')
    const put = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`d${i % 100}/f${i}.txt`, `${i}\n`]))
    origin.commit({ put })
    const id = await stage.mirror(dana, 'noa/huge')
    expect(await repoOf(dana, id)).toMatchObject({ state: 'ready', file_count: 20_000 })
    origin.commit({ put: Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`more/f${i}.txt`, 'x'])) })
    await stage.resync(dana, id)
    expect(await repoOf(dana, id)).toMatchObject({ state: 'failed', error: 'too_many_files', file_count: 20_000 })
    expect((await pathsOf(id)).length).toBe(20_000)
  })
})

describe('claiming a sync', () => {
  test('two parallel syncs do the work once', async () => {
    stage.server.create('noa/parallel').commit({ put: { a: 'a' } })
    await dana.post('/api/repos', { url: stage.server.url('noa/parallel') })
    const ran = await Promise.all([stage.sync(), stage.sync(), stage.sync()])
    expect(ran.flatMap(({ events }) => events).map(({ name }) => name)).toEqual(['codehost_sync'])
  })

  test('a sync killed at any step leaves the previous copy readable, and the next one succeeds', async () => {
    const origin = stage.server.create('noa/killed')
    const before = origin.commit({ put: { 'a.ts': 'a\n' } })
    const id = await stage.mirror(dana, 'noa/killed')
    for (const [n, afterStatements] of [1, 2, 3, 4, 5, 6, 7, 8].entries()) {
      const put = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${n}-${i}.ts`, `${n} ${i}\n`]))
      const after = origin.commit({ put })
      stage.app.advance(100)
      await dana.post(`/api/repos/${id}/sync`)
      const known = await repoOf(dana, id)
      await dyingAfter(afterStatements)
      const now = await repoOf(dana, id)
      // Either all of the sync is visible, or nothing.
      expect([1 + n * 30, 1 + (n + 1) * 30]).toContain((await pathsOf(id)).length)
      const page = await dana.page(`/repos/noa/killed/f${n}-29.ts`)
      expect(page.status).toBe(now['commit'] === known['commit'] ? 404 : 200)
      expect(await (await stage.mirrorOf(id)).hasCommit(before)).toBe(true)
      stage.app.advance(100)
      await stage.sync()
      expect(await repoOf(dana, id)).toMatchObject({ commit: after, state: 'ready' })
      expect(await pathsOf(id)).toHaveLength(1 + (n + 1) * 30)
    }
  })

  /** Simulates a process that dies at its n-th statement: the database receives nothing after it. */
  async function dyingAfter(statements: number): Promise<void> {
    let left = statements
    const db = new Proxy(stage.app.db, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target)
        if (key === 'getExecutor' && (left -= 1) < 0) throw new Error('killed')
        if (key === 'transaction' && (left -= 1) < 0) throw new Error('killed')
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      },
    })
    await runOnce({ db, clock: stage.app.clock }, stage.syncJob.run).catch(() => undefined)
  }

  test('concurrent requests for a webhook leave one valid hook', async () => {
    stage.server.create('noa/rehooked').commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, 'noa/rehooked')
    await stage.app.confirm(dana)
    const renew = () => dana.post(`/api/repos/${id}/hook`)
    await renew()
    const lock = { sql: 'select from repo_hooks where user_id = $1 and repo_id = $2 for update', values: [dana.id, id] }
    await whileRowIsLocked(stage.app.pool, lock, async () => ({ waiting: Promise.all([renew(), renew()]) }), 2)
    const { rows } = await stage.app.pool.query('select from repo_hooks where repo_id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  test('a webhook with the right signature requests a sync; any other is rejected', async () => {
    const origin = stage.server.create('noa/hooked')
    origin.commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, 'noa/hooked')
    await stage.app.confirm(dana)
    const { url, secret } = replyOf(await dana.post(`/api/repos/${id}/hook`))
    const path = new URL(url).pathname
    const payload = '{"ref":"refs/heads/main"}'
    const signature = `sha256=${createHmac('sha256', secret).update(payload).digest('hex')}`
    const call = (headers: Record<string, string>) =>
      stage.app
        .visitor()
        .raw({ method: 'POST', url: path, payload, headers: { 'content-type': 'application/json', ...headers } })
    expect((await call({})).status).toBe(401)
    expect((await call({ 'x-hub-signature-256': signature.replace(/.$/, 'x') })).status).toBe(401)
    expect((await call({ 'x-gitlab-token': 'guess' })).status).toBe(401)
    const asked = 'select asked_at from mirrors where id = $1'
    const { rows } = await stage.app.pool.query(asked, [await stage.mirrorIdOf(id)])
    expect(rows).toEqual([{ asked_at: null }])
    const head = origin.commit({ put: { b: 'b' } })
    expect((await call({ 'x-hub-signature-256': signature })).status).toBe(202)
    await stage.sync()
    expect(await repoOf(dana, id)).toMatchObject({ commit: head })
    expect((await call({ 'x-gitlab-token': secret })).status).toBe(202)
  })
})

describe('non-UTF-8 names', () => {
  test('have a permanent URL, raw text and a copy, at the current commit and at earlier ones', async () => {
    const origin = stage.server.create('noa/bytes')
    origin.commit({ put: { 'caf\\xE9.txt': 'latin\n', 'a\\x5Cb.txt': 'back\n', 'plain.txt': '1\n' } })
    const id = await stage.mirror(dana, 'noa/bytes')
    const { commit: first } = await repoOf(dana, id)
    for (const later of [false, true]) {
      if (later) {
        origin.commit({ put: { 'plain.txt': '2\n' } })
        await stage.resync(dana, id)
      }
      for (const [name, text] of [
        ['caf%25E9.txt', 'latin\n'],
        ['a%255Cb.txt', 'back\n'],
      ] as const) {
        expect((await dana.page(`/repos/noa/bytes/${name}?at=${first}`)).status).toBe(200)
        expect((await dana.get(`/repos/noa/bytes/${name}?at=${first}&raw=1`)).text).toBe(text)
        const path = decodeURIComponent(name)
        const copied = await dana.get(`/api/repos/${id}/text?path=${encodeURIComponent(path)}&at=${first}`)
        expect(copied.body).toMatchObject({ version: { content: text } })
      }
    }
  })
})

describe('copying into the library', () => {
  test('copies chosen files and whole folders with their repository, and creates versions of changed ones', async () => {
    const origin = stage.server.create('noa/import')
    origin.commit({
      put: { 'src/a.ts': 'a\n', 'lib/a.ts': 'other\n', 'logo.png': Buffer.from([0, 1]), 'b.md': '# b\n' },
    })
    const id = await stage.mirror(omer, 'noa/import')
    const chosen = await omer.post(`/api/repos/${id}/import`, { paths: ['src', './b.md'] })
    expect(chosen).toMatchObject({ status: 200, body: { saved: 2, unchanged: 0, refused: [] } })
    const all = await omer.post(`/api/repos/${id}/import`, {})
    expect(all).toMatchObject({ body: { saved: 1, unchanged: 2, refused: [{ path: 'logo.png' }] } })
    const { items } = replyOf(await omer.get('/api/files?repo=noa/import&category=repo'))
    expect(items).toMatchObject([{ repo: 'noa/import' }, { repo: 'noa/import' }, { repo: 'noa/import' }])
    origin.commit({ put: { 'src/a.ts': 'changed\n' } })
    await stage.resync(omer, id)
    expect(await omer.post(`/api/repos/${id}/import`, { paths: ['src/a.ts'] })).toMatchObject({ body: { saved: 1 } })
    expect(await omer.post(`/api/repos/${id}/import`, { paths: ['../x'] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_repo_path' },
    })
  })

  test('reports what is left of a tree larger than one import, and continues there', async () => {
    const origin = stage.server.create('noa/large')
    const names = Array.from({ length: 1_003 }, (_, n) => `part/${n}.txt`)
    const put: Record<string, string> = { 'z.txt': 'z\n' }
    for (const name of names) put[name] = `${name}\n`
    origin.commit({ put })
    const id = await stage.mirror(omer, 'noa/large')
    const first = await omer.post(`/api/repos/${id}/import`, { paths: ['part'] })
    expect(first.body).toMatchObject({ saved: 1_000, unchanged: 0, refused: [], left: 3 })
    const second = await omer.post(`/api/repos/${id}/import`, { paths: ['part'], after: replyOf(first).after })
    expect(second.body).toMatchObject({ saved: 3, unchanged: 0, left: 0 })

    const shown = await omer.form('/repos/noa/large/import', { path: '.' })
    expect(shown).toMatchObject({ status: 200 })
    expect(shown.text).toContain('0 saved, 1,000 were here already. 4 more files are left.')
    const after = /name="after" value="([^"]*)"/.exec(shown.text)?.[1] ?? ''
    const rest = await omer.form('/repos/noa/large/import', { path: '.', after })
    expect(rest).toMatchObject({
      status: 303,
      headers: { location: '/repos/noa/large?saved=1&unchanged=3&refused=0&kept=0' },
    })
  })

  test('keeps an edited copy: unchanged when it is ahead, reported when both sides changed', async () => {
    const origin = stage.server.create('noa/edited')
    origin.commit({ put: { 'a.ts': 'one\n' } })
    const id = await stage.mirror(omer, 'noa/edited')
    await omer.post(`/api/repos/${id}/import`, {})
    const [copy] = replyOf(await omer.get('/api/files?repo=noa/edited&category=repo')).items
    await omer.put(`/api/files/${copy?.id}`, { content: 'mine\n', prev_version: 1 })
    expect(await omer.post(`/api/repos/${id}/import`, {})).toMatchObject({
      body: { saved: 0, unchanged: 1, refused: [] },
    })
    origin.commit({ put: { 'a.ts': 'theirs\n' } })
    await stage.resync(omer, id)
    expect(await omer.post(`/api/repos/${id}/import`, {})).toMatchObject({
      body: { saved: 0, unchanged: 0, refused: [{ path: 'a.ts', code: 'changed_here' }] },
    })
    expect((await omer.form('/repos/noa/edited/import', { path: '.' })).headers).toMatchObject({
      location: '/repos/noa/edited?saved=0&unchanged=0&refused=0&kept=1',
    })
    expect((await omer.page('/repos/noa/edited?saved=0&unchanged=0&refused=0&kept=1')).text).toContain(
      '1 changed here too',
    )
    expect(await omer.get(`/api/files/${copy?.id}`)).toMatchObject({
      body: { file: { content: 'mine\n', version: 2 } },
    })
    // Both sides become equal, as after our own change was pushed.
    origin.commit({ put: { 'a.ts': 'mine\n' } })
    await stage.resync(omer, id)
    expect(await omer.post(`/api/repos/${id}/import`, {})).toMatchObject({ body: { unchanged: 1, refused: [] } })
    origin.commit({ put: { 'a.ts': 'newer\n' } })
    await stage.resync(omer, id)
    expect(await omer.post(`/api/repos/${id}/import`, {})).toMatchObject({ body: { saved: 1, refused: [] } })
  })

  test('recognises a file that upstream renamed', async () => {
    const origin = stage.server.create('noa/renames')
    const text = 'one\ntwo\nthree\nfour\n'
    origin.commit({ put: { 'src/a.ts': text } })
    const id = await stage.mirror(omer, 'noa/renames')
    await omer.post(`/api/repos/${id}/import`, {})
    const files = async () => replyOf(await omer.get('/api/files?repo=noa/renames&category=repo')).items
    const [copy] = await files()
    origin.commit({ rename: { 'src/a.ts': 'lib/b.ts' }, put: { 'lib/b.ts': `${text}five\n` } })
    await stage.resync(omer, id)
    expect(await omer.post(`/api/repos/${id}/import`, {})).toMatchObject({ body: { saved: 1, unchanged: 0 } })
    expect(await files()).toMatchObject([{ id: copy?.id, version: 2 }])
    // From now on it is identified by its new path.
    expect(await omer.post(`/api/repos/${id}/import`, {})).toMatchObject({ body: { saved: 0, unchanged: 1 } })
    await omer.post(`/api/files/${copy?.id}/trash`)
    expect(await omer.post(`/api/repos/${id}/import`, {})).toMatchObject({ body: { saved: 1, unchanged: 0 } })
    expect(await files()).toMatchObject([{ version: 1 }])
  })
})
