import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { newId } from '#platform/random.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage({ REPO_SYNC_SECONDS: '3' })
  dana = await stage.app.user('Dana')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.server.state.behaviour = 'answer'
  stage.server.state.delayMs = 0
  stage.app.advance(100)
  await stage.app.pool.query(`update repos set next_sync_at = '2099-01-01'`)
})

const repoOf = async (id: string) => (await dana.get(`/api/repos/${id}`)).body['repo'] as Record<string, unknown>

/** The list that is read, as `mode-less` lines of git. */
async function listed(id: string): Promise<string[]> {
  const { rows } = await stage.app.pool.query<{ line: string }>(
    `select f.oid || ' ' || f.size_bytes || ' ' || f.path as line from repos r
     join repo_files f on f.repo_id = r.id and f.generation = r.generation where r.id = $1`,
    [id],
  )
  return rows.map(({ line }) => line).toSorted()
}
type Origin = ReturnType<RepoStage['server']['create']>
const inGit = (origin: Origin, branch = 'main') =>
  origin
    .git('-c', 'core.quotePath=false', 'ls-tree', '-r', '-l', branch)
    .split('\n')
    .map((line) =>
      line.replace(
        /^\d+ \w+ (\w+) +(\d+|-)\t(.*)$/,
        (_, oid, size, path) => `${oid} ${size === '-' ? 0 : size} ${path}`,
      ),
    )
    .toSorted()

describe('what a sync writes is what git has', () => {
  test('after every one of many syncs of small changes, and of one so large that a new list is written', async () => {
    const origin = stage.server.create('noa/followed')
    const file = (i: number) => `d${i % 7}/f${i}.ts`
    origin.commit({ put: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [file(i), `${i}\n`])) })
    const id = await stage.mirror(dana, 'noa/followed')
    expect(await listed(id)).toEqual(inGit(origin))
    const steps = [
      { put: { [file(3)]: 'longer than before\n', 'new.ts': 'n\n' } },
      { remove: [file(4), file(5)], rename: { [file(6)]: 'moved/here.ts' } },
      { put: { 'new.ts': { executable: '#!/bin/sh\n' }, link: { symlink: 'new.ts' } } },
      { remove: ['link'], put: { 'link/now-a-folder.ts': 'x\n' } },
      { put: { lib: { submodule: 'a'.repeat(40) } } },
      { put: { 'caf\\xE9.txt': 'bytes\n', 'caf%E9.txt': 'the same, spelled\n' } },
      { remove: ['caf\\xE9.txt'] },
      { put: Object.fromEntries(Array.from({ length: 5_200 }, (_, i) => [`many/f${i}.ts`, `${i}\n`])) },
      { put: { 'after.ts': 'after the new list\n' } },
    ]
    for (const edits of steps) {
      const head = origin.commit(edits)
      await stage.resync(dana, id)
      const isTwice = 'caf\\xE9.txt' in (edits.put ?? {})
      const expected = isTwice ? [] : inGit(origin)
      expect(await repoOf(id)).toMatchObject({ commit: head, state: 'ready' })
      if (!isTwice) {
        expect(await listed(id)).toEqual(expected)
        expect(await repoOf(id)).toMatchObject({ file_count: expected.length })
      }
    }
  })

  test('no rows are left of lists before, nor of a repository that was removed', async () => {
    const origin = stage.server.create('noa/rows')
    origin.commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, 'noa/rows')
    origin.commit({ put: { b: 'b' } }, { orphan: true })
    await stage.resync(dana, id)
    await stage.mirrors.of(id).remove()
    await stage.resync(dana, id)
    const rows = async () =>
      (await stage.app.pool.query('select 1 from repo_files where repo_id = $1', [id])).rows.length
    expect(await rows()).toBe(1)
    await dana.delete(`/api/repos/${id}`)
    expect(await rows()).toBe(0)
    // As a sync that did not know yet would leave it.
    await stage.app.pool.query(
      `insert into repo_files (user_id, repo_id, generation, path, kind, oid, size_bytes) values ($1, $2, 9, 'x', 'file', $3, 0)`,
      [dana.id, id, 'a'.repeat(40)],
    )
    await stage.sweep()
    expect(await rows()).toBe(0)
  })
})

describe('branches', () => {
  test('a tag of the asked name is no branch; an empty repository has none', async () => {
    const origin = stage.server.create('noa/tagged')
    origin.commit({ put: { a: 'a' } })
    origin.git('tag', 'v1', 'main')
    stage.server.create('noa/hollow')
    const tagged = await dana.post('/api/repos', { url: stage.server.url('noa/tagged'), branch: 'v1' })
    const hollow = await dana.post('/api/repos', { url: stage.server.url('noa/hollow') })
    await stage.sync()
    for (const { body } of [tagged, hollow]) {
      const { id } = body['repo'] as { id: string }
      expect(await repoOf(id)).toMatchObject({ state: 'failed', error: 'no_branch' })
    }
  })

  test('a repository that was empty at first is mirrored once it has something', async () => {
    const origin = stage.server.create('noa/late')
    const added = await dana.post('/api/repos', { url: stage.server.url('noa/late') })
    const { id } = added.body['repo'] as { id: string }
    await stage.sync()
    const head = origin.commit({ put: { a: 'a' } })
    await stage.resync(dana, id)
    expect(await repoOf(id)).toMatchObject({ state: 'ready', commit: head, branch: 'main' })
  })
})

describe('what may happen on the way', () => {
  test('a server that answers a byte now and then is cut off by the time limit, and the copy stays', async () => {
    stage.server.create('noa/drip').commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, 'noa/drip')
    stage.server.state.behaviour = 'drip'
    const started = performance.now()
    await stage.resync(dana, id)
    expect(performance.now() - started).toBeLessThan(8_000)
    expect(await repoOf(id)).toMatchObject({ state: 'failed', error: 'timeout' })
    expect((await dana.page('/repos/noa/drip/a')).status).toBe(200)
  })

  /** Ends the work at some moment, as a deploy does. */
  async function stoppedAfter(ms: number): Promise<void> {
    const stop = new AbortController()
    const clock = () => stage.app.clock.now
    const running = stage.syncJob.run({
      db: stage.app.db,
      clock,
      emit: () => undefined,
      log: pino({ level: 'silent' }),
      newId: () => newId(clock()),
      signal: stop.signal,
      progress: () => undefined,
    })
    await wait(ms)
    stop.abort()
    await running.catch(() => undefined)
  }

  it.each([0, 10, 30, 60, 100, 160])('stopped after %i ms, a first mirror is there whole or not at all', async (ms) => {
    const origin = stage.server.create(`noa/first-${ms}`)
    const put = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}.ts`, `${'x'.repeat(i)}\n`]))
    const head = origin.commit({ put })
    stage.server.state.delayMs = 15
    const added = await dana.post('/api/repos', { url: stage.server.url(`noa/first-${ms}`) })
    const { id } = added.body['repo'] as { id: string }
    await stoppedAfter(ms)
    const known = await repoOf(id)
    expect(known['commit'] === null || known['commit'] === head).toBe(true)
    expect([0, 300]).toContain((await listed(id)).length)
    stage.app.advance(100)
    await stage.resync(dana, id)
    expect(await repoOf(id)).toMatchObject({ commit: head, state: 'ready' })
    expect(await listed(id)).toEqual(inGit(origin))
  })

  test('two workers, one of them slow to notice that it lost: the lists do not mix', async () => {
    const origin = stage.server.create('noa/slow')
    origin.commit({ put: { a: 'a' } })
    stage.server.state.delayMs = 100
    const added = await dana.post('/api/repos', { url: stage.server.url('noa/slow') })
    const { id } = added.body['repo'] as { id: string }
    const slow = stage.sync()
    await wait(50)
    // As if its claim had run out while it slept.
    await stage.app.pool.query(`update repos set sync_until = $2 where id = $1`, [id, new Date(0)])
    await Promise.all([slow, stage.sync()])
    expect(await repoOf(id)).toMatchObject({ state: 'ready' })
    expect(await listed(id)).toEqual(inGit(origin))
  })
})

describe('names that are made to escape', () => {
  test('a tree with `..`, `.git/config` and an absolute path is listed as text, and nothing is written or read elsewhere', async () => {
    const origin = stage.server.create('noa/hostile')
    const blob = execFileSync('git', [`--git-dir=${origin.dir}`, 'hash-object', '-w', '--stdin'], {
      input: 'harmless\n',
      encoding: 'utf8',
    }).trim()
    const entry = (mode: string, name: string, oid: string) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')])
    const tree = (...entries: Buffer[]) =>
      execFileSync('git', [`--git-dir=${origin.dir}`, 'hash-object', '-t', 'tree', '-w', '--stdin', '--literally'], {
        input: Buffer.concat(entries),
        encoding: 'utf8',
      }).trim()
    const config = tree(entry('100644', 'config', blob))
    const up = tree(entry('100644', 'passwd', blob))
    const root = tree(
      entry('100644', '--output=x', blob),
      entry('40000', '..', up),
      entry('40000', '.git', config),
      entry('100644', 'plain.txt', blob),
    )
    const commit = execFileSync('git', [`--git-dir=${origin.dir}`, 'commit-tree', root, '-m', 'hostile'], {
      encoding: 'utf8',
      env: {
        ...process.env,
        GIT_AUTHOR_NAME: 'x',
        GIT_AUTHOR_EMAIL: 'x',
        GIT_COMMITTER_NAME: 'x',
        GIT_COMMITTER_EMAIL: 'x',
      },
    }).trim()
    origin.git('update-ref', 'refs/heads/main', commit)
    const id = await stage.mirror(dana, 'noa/hostile')
    const state = await repoOf(id)
    expect(state).toMatchObject({ state: 'ready' })
    expect((await dana.page('/repos/noa/hostile')).status).toBe(200)
    expect((await dana.page('/repos/noa/hostile/..%2Fpasswd')).status).toBe(400)
    expect((await dana.page('/repos/noa/hostile/.git/config')).status).toBe(200)
    expect((await dana.page('/repos/noa/hostile/--output=x?view=history')).status).toBe(200)
    const taken = await dana.post(`/api/repos/${id}/import`, {})
    expect(taken.status).toBe(200)
    const { body } = await dana.get('/api/files?category=repo&repo=noa/hostile')
    const names = (body['items'] as { file_name: string }[]).map(({ file_name: name }) => name)
    expect(names.every((name) => !name.includes('/'))).toBe(true)
  })
})
