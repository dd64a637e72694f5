import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { newId } from '#platform/random.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { replyOf } from '../../../test/app.ts'

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.server.state.behaviour = 'answer'
  stage.server.state.delayMs = 0
  stage.app.advance(100)
  await stage.app.pool.query(`update mirrors set next_sync_at = '2099-01-01'`)
})

const repoOf = async (id: string) => replyOf(await dana.get(`/api/repos/${id}`)).repo

/** The current file list, formatted as lines of git without modes. */
async function listed(id: string): Promise<string[]> {
  return (await stage.filesOf(id)).map(({ oid, size, path }) => `${oid} ${size} ${path}`).toSorted()
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

describe('the file list', () => {
  test('equals that of git after each of many small syncs, and after one large enough for a new list', async () => {
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

  test('keeps no rows of earlier lists or of a removed repository', async () => {
    const origin = stage.server.create('noa/rows')
    origin.commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, 'noa/rows')
    origin.commit({ put: { b: 'b' } }, { orphan: true })
    await stage.resync(dana, id)
    await (await stage.mirrorOf(id)).remove()
    await stage.resync(dana, id)
    const mirrorId = await stage.mirrorIdOf(id)
    const rows = async () =>
      (await stage.app.pool.query('select 1 from mirror_files where mirror_id = $1', [mirrorId])).rows.length
    expect(await rows()).toBe(1)
    await dana.delete(`/api/repos/${id}`)
    await stage.sweep()
    expect(await rows()).toBe(0)
    // Simulates a sync that did not notice the removal.
    await stage.app.pool.query(
      `insert into mirror_files (mirror_id, generation, path, kind, oid, size_bytes) values ($1, 9, 'x', 'file', $2, 0)`,
      [mirrorId, 'a'.repeat(40)],
    )
    await stage.sweep('all')
    expect(await rows()).toBe(0)
  })
})

describe('branches', () => {
  test('a tag with the requested name is not a branch, and an empty repository has none', async () => {
    const origin = stage.server.create('noa/tagged')
    origin.commit({ put: { a: 'a' } })
    origin.git('tag', 'v1', 'main')
    stage.server.create('noa/hollow')
    const tagged = await dana.post('/api/repos', { url: stage.server.url('noa/tagged'), branch: 'v1' })
    const hollow = await dana.post('/api/repos', { url: stage.server.url('noa/hollow') })
    await stage.sync()
    for (const added of [tagged, hollow])
      expect(await repoOf(replyOf(added).repo.id)).toMatchObject({ state: 'failed', error: 'no_branch' })
  })

  test('a repository that was empty at first is mirrored once it has a commit', async () => {
    const origin = stage.server.create('noa/late')
    const added = await dana.post('/api/repos', { url: stage.server.url('noa/late') })
    const { id } = replyOf(added).repo
    await stage.sync()
    const head = origin.commit({ put: { a: 'a' } })
    await stage.resync(dana, id)
    expect(await repoOf(id)).toMatchObject({ state: 'ready', commit: head, branch: 'main' })
  })
})

describe('interrupted syncs', () => {
  test('a server that trickles bytes is cut off by the time limit, and the copy stays', async () => {
    stage.server.create('noa/drip').commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, 'noa/drip')
    stage.server.state.behaviour = 'drip'
    await stage.resync(dana, id, { withinSeconds: 3 })
    expect(await repoOf(id)).toMatchObject({ state: 'failed', error: 'timeout' })
    expect((await dana.page('/repos/noa/drip/a')).status).toBe(200)
  })

  /** Aborts the work after some milliseconds, as a deploy does. */
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

  it.each([0, 10, 30, 60, 100, 160])('a first mirror stopped after %i ms is complete or absent', async (ms) => {
    const origin = stage.server.create(`noa/first-${ms}`)
    const put = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}.ts`, `${'x'.repeat(i)}\n`]))
    const head = origin.commit({ put })
    stage.server.state.delayMs = 15
    const added = await dana.post('/api/repos', { url: stage.server.url(`noa/first-${ms}`) })
    const { id } = replyOf(added).repo
    await stoppedAfter(ms)
    const known = await repoOf(id)
    expect(known.commit === null || known.commit === head).toBe(true)
    expect([0, 300]).toContain((await listed(id)).length)
    stage.app.advance(100)
    await stage.resync(dana, id)
    expect(await repoOf(id)).toMatchObject({ commit: head, state: 'ready' })
    expect(await listed(id)).toEqual(inGit(origin))
  })

  test('the lists of two workers do not mix when one notices late that it lost its claim', async () => {
    const origin = stage.server.create('noa/slow')
    origin.commit({ put: { a: 'a' } })
    stage.server.state.delayMs = 300
    const added = await dana.post('/api/repos', { url: stage.server.url('noa/slow') })
    const { id } = replyOf(added).repo
    const mirrorId = await stage.mirrorIdOf(id)
    const slow = stage.sync()
    // Simulates a claim that expired while the worker slept.
    const expire = 'update mirrors set sync_until = $2 where id = $1 and sync_id is not null'
    const expired = async () => (await stage.app.pool.query(expire, [mirrorId, new Date(0)])).rowCount
    await expect.poll(expired, { interval: 5 }).toBe(1)
    await Promise.all([slow, stage.sync()])
    expect(await repoOf(id)).toMatchObject({ state: 'ready' })
    expect(await listed(id)).toEqual(inGit(origin))
  })
})

describe('path traversal', () => {
  test('a tree with `..`, `.git/config` and an absolute path is listed as text, and nothing outside is written or read', async () => {
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
    const { items } = replyOf(await dana.get('/api/files?category=repo&repo=noa/hostile'))
    expect(items.every(({ file_name: name }) => !name.includes('/'))).toBe(true)
  })
})
