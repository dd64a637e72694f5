import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trackGrowth } from '../../../test/live-memory.ts'
import { gitBomb } from '../../../test/git-bomb.ts'
import { replyOf } from '../../../test/app.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'

const MAX_GROWTH = 200 * 1024 * 1024

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
})
afterAll(() => stage[Symbol.asyncDispose]())

type Origin = ReturnType<RepoStage['server']['create']>
const repoOf = async (id: string) => replyOf(await dana.get(`/api/repos/${id}`)).repo

/** A commit on main whose ten objects name 10⁸ files. */
function commitBomb(origin: Origin): string {
  for (const { name, content } of gitBomb('x', 'files')) {
    const path = join(origin.dir, name.replace(/^x\/\.git\//, ''))
    if (!path.includes('/objects/')) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  const bomb = gitBomb('x', 'files')
    .find(({ name }) => name.endsWith('refs/heads/main'))
    ?.content.toString()
    .trim()
  const author = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x', GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x' }
  const args = [`--git-dir=${origin.dir}`, 'commit-tree', `${bomb}^{tree}`, '-p', 'main', '-m', 'bomb']
  const commit = execFileSync('git', args, { encoding: 'utf8', env: { ...process.env, ...author } }).trim()
  origin.git('update-ref', 'refs/heads/main', commit)
  return commit
}

describe('a repository whose commit names 10⁸ files', () => {
  test('fails its first sync', async () => {
    const origin = stage.server.create('noa/bomb')
    origin.commit({ put: { a: 'a' } })
    commitBomb(origin)
    const growth = trackGrowth()
    const id = await stage.mirror(dana, 'noa/bomb')
    expect(await repoOf(id)).toMatchObject({ state: 'failed', error: 'too_many_files' })
    expect(growth()).toBeLessThan(MAX_GROWTH)
  })

  test('fails a later sync, and the copy stays readable', async () => {
    const origin = stage.server.create('noa/later')
    const first = origin.commit({ put: { 'a.ts': 'one\n' } })
    const id = await stage.mirror(dana, 'noa/later')
    commitBomb(origin)
    const growth = trackGrowth()
    await stage.resync(dana, id)
    expect(await repoOf(id)).toMatchObject({ state: 'failed', commit: first })
    expect((await dana.page('/repos/noa/later/a.ts')).status).toBe(200)
    expect(growth()).toBeLessThan(MAX_GROWTH)
  })

  test('between two ordinary ones delays no sync, and the place of a note is unknown, not wrong', async () => {
    const origin = stage.server.create('noa/between')
    const lines = ['const first = 1', 'const second = 2', 'const third = 3'].join('\n')
    origin.commit({ put: { 'a.ts': `${lines}\n` } })
    const id = await stage.mirror(dana, 'noa/between')
    const note = { content: 'here', line_start: 2, line_end: 2 }
    expect((await dana.post(`/api/sticky-notes/repo/noa%2Fbetween/a.ts`, note)).status).toBe(201)
    commitBomb(origin)
    const folders = Array.from({ length: 10 }, (_, i) => `n${i}`)
    origin.commit({ put: { 'a.ts': `// new\n${lines}\n` }, remove: folders })
    const growth = trackGrowth()
    const from = performance.now()
    await stage.resync(dana, id)
    expect(performance.now() - from).toBeLessThan(60_000)
    expect(growth()).toBeLessThan(MAX_GROWTH)
    expect(await repoOf(id)).toMatchObject({ state: 'ready', commit: origin.head() })
    // Git cannot follow the file through that commit within its memory.
    expect(replyOf(await dana.get('/api/sticky-notes/repo/noa%2Fbetween/a.ts'))).toMatchObject({
      count: 1,
      unknown: true,
    })
  })
})
