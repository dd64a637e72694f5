import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GitFailure } from '#platform/git/process.ts'
import { runInline } from '#platform/threads.ts'
import { replyOf } from '../../../test/app.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { moveUsersToCommit } from './service/move-users.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'

const WATCHES = { clock: () => new Date(), remind: async () => {} }

let stage: RepoStage
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
  omer = await stage.app.user('Omer')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.app.advance(100)
  await stage.app.pool.query(`update mirrors set next_sync_at = '2099-01-01'`)
})

const repoOf = async (person: TestUser, id: string) => replyOf(await person.get(`/api/repos/${id}`)).repo

async function add(person: TestUser, name: string, branch?: string): Promise<string> {
  const added = await person.post('/api/repos', {
    url: stage.server.url(name),
    ...(branch !== undefined && { branch }),
  })
  return replyOf(added).repo.id
}

async function addNote(person: TestUser, name: string, path: string, content: string): Promise<void> {
  const created = await person.post(`/api/sticky-notes/repo/${encodeURIComponent(name)}/${path}`, { content })
  expect(created.status).toBe(201)
}

async function notesOn(person: TestUser, name: string, path: string): Promise<string[]> {
  const listed = replyOf(await person.get(`/api/sticky-notes/repo/${encodeURIComponent(name)}/${path}`))
  return listed.notes.map(({ content }) => content)
}

describe('a repository that two users added', () => {
  test('has one mirror, which the second user reads at once', async () => {
    const head = stage.server.create('noa/shared').commit({ put: { 'a.ts': 'a\n' } })
    const first = await stage.mirror(dana, 'noa/shared')
    const second = await add(omer, 'noa/shared')
    expect(await stage.mirrorIdOf(second)).toBe(await stage.mirrorIdOf(first))
    expect(await repoOf(omer, second)).toMatchObject({ state: 'ready', commit: head, file_count: 1 })
    expect((await omer.page('/repos/noa/shared/a.ts')).status).toBe(200)
    expect((await omer.get(`/api/repos/${first}`)).status).toBe(404)
  })

  test('is fetched once for all who wait for its first sync', async () => {
    const head = stage.server.create('noa/waited').commit({ put: { a: 'a' } })
    const ids = [await add(dana, 'noa/waited'), await add(omer, 'noa/waited')]
    const { events } = await stage.sync()
    expect(events.map(({ name }) => name)).toEqual(['codehost_sync'])
    expect(await repoOf(dana, ids[0] ?? '')).toMatchObject({ state: 'ready', commit: head })
    expect(await repoOf(omer, ids[1] ?? '')).toMatchObject({ state: 'ready', commit: head })
  })

  test('has a mirror for each branch that was asked for', async () => {
    const origin = stage.server.create('noa/branches')
    origin.commit({ put: { a: 'a' } })
    origin.commit({ put: { b: 'b' } }, { branch: 'work' })
    const main = await add(dana, 'noa/branches')
    const work = await add(omer, 'noa/branches', 'work')
    await stage.sync()
    expect(await stage.mirrorIdOf(main)).not.toBe(await stage.mirrorIdOf(work))
    expect((await dana.page('/repos/noa/branches/b')).status).toBe(404)
    expect((await omer.page('/repos/noa/branches/b')).status).toBe(200)
  })

  test('two users who add it at the same moment get the same mirror', async () => {
    stage.server.create('noa/moment').commit({ put: { a: 'a' } })
    const ids = await Promise.all([add(dana, 'noa/moment'), add(omer, 'noa/moment')])
    const [one, two] = await Promise.all(ids.map((id) => stage.mirrorIdOf(id)))
    expect(one).toBe(two)
  })

  test('the notes of each user follow a renamed file, and a user without notes moves too', async () => {
    const noa = await stage.app.user('Noa')
    const origin = stage.server.create('noa/renamed')
    origin.commit({ put: { 'old.ts': 'line\n'.repeat(20), 'other.ts': 'x\n' } })
    const ids = new Map<TestUser, string>()
    for (const person of [dana, omer, noa]) ids.set(person, await add(person, 'noa/renamed'))
    await stage.sync()
    await addNote(dana, 'noa/renamed', 'old.ts', 'of Dana')
    await addNote(omer, 'noa/renamed', 'old.ts', 'of Omer')
    const head = origin.commit({ rename: { 'old.ts': 'new.ts' } })
    const { events } = await stage.resync(dana, ids.get(dana) ?? '')
    expect(events).toMatchObject([{ name: 'codehost_sync', fields: { renamed_notes: 2 } }])
    expect(await notesOn(dana, 'noa/renamed', 'new.ts')).toEqual(['of Dana'])
    expect(await notesOn(omer, 'noa/renamed', 'new.ts')).toEqual(['of Omer'])
    for (const [person, id] of ids) expect(await repoOf(person, id)).toMatchObject({ commit: head, state: 'ready' })
  })

  test('a user whom a killed sync left at the commit before reads that commit, and the next sync moves the user', async () => {
    const origin = stage.server.create('noa/left-behind')
    const before = origin.commit({ put: { 'old.ts': 'line\n'.repeat(20) } })
    const id = await stage.mirror(dana, 'noa/left-behind')
    await addNote(dana, 'noa/left-behind', 'old.ts', 'mine')
    const head = origin.commit({ rename: { 'old.ts': 'new.ts' } })
    await stage.resync(dana, id)
    // As the process leaves it when it dies after the new commit is current and before the users are moved.
    await stage.app.pool.query('update repos set head = $2 where id = $1', [id, before])
    await stage.app.pool.query(`update notes set repo_path = 'old.ts' where repo_name = 'noa/left-behind'`)
    expect((await dana.page('/repos/noa/left-behind/old.ts')).status).toBe(200)
    expect((await dana.page('/repos/noa/left-behind/new.ts')).status).toBe(404)
    expect(await dana.get('/api/sticky-notes/repo-orphans/noa%2Fleft-behind')).toMatchObject({ body: { count: 0 } })
    await stage.resync(dana, id)
    expect(await repoOf(dana, id)).toMatchObject({ commit: head })
    expect(await notesOn(dana, 'noa/left-behind', 'new.ts')).toEqual(['mine'])
  })
})

describe('a user who cannot be moved', () => {
  /** Two users with a note on a file that the next commit renames. */
  async function twoNotes(name: string) {
    const origin = stage.server.create(name)
    const before = origin.commit({ put: { 'old.ts': 'line\n'.repeat(20) } })
    const ids = [await add(dana, name), await add(omer, name)]
    await stage.sync()
    await addNote(dana, name, 'old.ts', 'of Dana')
    await addNote(omer, name, 'old.ts', 'of Omer')
    return { origin, before, ids: { dana: ids[0] ?? '', omer: ids[1] ?? '' } }
  }

  test('stays at the earlier commit until the next sync and does not hold up the others', async () => {
    const { origin, before, ids } = await twoNotes('noa/stuck')
    const commit = origin.commit({ rename: { 'old.ts': 'new.ts' } })
    await stage.resync(dana, ids.dana)
    await stage.app.pool.query('update repos set head = $1 where name = $2', [before, 'noa/stuck'])
    await stage.app.pool.query(`update notes set repo_path = 'old.ts' where repo_name = 'noa/stuck'`)
    const mirrorId = await stage.mirrorIdOf(ids.dana)
    const failures: unknown[] = []
    let transactions = 0
    const moved = await moveUsersToCommit(stage.app.db, stage.mirrors.local(mirrorId), {
      mirrorId,
      commit,
      offload: runInline,
      ...WATCHES,
      inClaim: (run) => {
        if ((transactions += 1) === 1) throw new Error('a row is locked')
        return stage.app.db.transaction().execute(run)
      },
      onFailure: (error) => failures.push(error),
    })
    expect(moved).toBe(1)
    expect(failures).toHaveLength(1)
    const commits = [await repoOf(dana, ids.dana), await repoOf(omer, ids.omer)].map((repo) => repo.commit)
    expect(new Set(commits)).toEqual(new Set([before, commit]))
    await stage.resync(dana, ids.dana)
    for (const person of [dana, omer]) expect(await notesOn(person, 'noa/stuck', 'new.ts')).toHaveLength(1)
  })

  test('stays with everyone at the same commit when git cannot compare it with the new one', async () => {
    const { origin, before, ids } = await twoNotes('noa/uncompared')
    const commit = origin.commit({ rename: { 'old.ts': 'new.ts' } })
    await stage.resync(dana, ids.dana)
    await stage.app.pool.query('update repos set head = $1 where name = $2', [before, 'noa/uncompared'])
    const mirrorId = await stage.mirrorIdOf(ids.dana)
    const failures: unknown[] = []
    const slow = {
      ...stage.mirrors.local(mirrorId),
      changes: () => {
        throw new GitFailure('timeout', '')
      },
    }
    await moveUsersToCommit(stage.app.db, slow, {
      mirrorId,
      commit,
      offload: runInline,
      ...WATCHES,
      inClaim: (run) => stage.app.db.transaction().execute(run),
      onFailure: (error) => failures.push(error),
    })
    expect(failures).toHaveLength(1)
    expect(await repoOf(dana, ids.dana)).toMatchObject({ commit: before })
    expect(await repoOf(omer, ids.omer)).toMatchObject({ commit: before })
  })

  test('with a note on a file that got a name too long to be stored is moved, and the note is an orphan', async () => {
    const { origin, ids } = await twoNotes('noa/long')
    const long = Array.from({ length: 40 }, (_, i) => `${crypto.randomUUID()}${i}`).join('/')
    const head = origin.commit({ rename: { 'old.ts': `${long}/${long}.ts` } })
    await stage.resync(dana, ids.dana)
    expect(await repoOf(dana, ids.dana)).toMatchObject({ state: 'ready', commit: head })
    expect(await dana.get('/api/sticky-notes/repo-orphans/noa%2Flong')).toMatchObject({ body: { count: 1 } })
  })
})

test('a repository whose last sync failed is not shown to whoever adds it now', async () => {
  const origin = stage.server.create('noa/withdrawn')
  const head = origin.commit({ put: { a: 'a' } })
  const first = await stage.mirror(dana, 'noa/withdrawn')
  stage.server.state.behaviour = 'ask_password'
  await stage.resync(dana, first)
  const second = await add(omer, 'noa/withdrawn')
  expect(await repoOf(omer, second)).toMatchObject({ commit: null })
  expect((await omer.page(`/repos/noa/withdrawn/a?at=${head}`)).status).not.toBe(200)
  expect((await dana.page('/repos/noa/withdrawn/a')).status).toBe(200)
  stage.server.state.behaviour = 'answer'
  await stage.resync(omer, second)
  expect((await omer.page('/repos/noa/withdrawn/a')).status).toBe(200)
})

test('a worker that has lost its claim moves nobody back to the commit that it fetched', async () => {
  const origin = stage.server.create('noa/late-worker')
  const commit = origin.commit({ put: { a: 'a' } })
  const id = await stage.mirror(dana, 'noa/late-worker')
  const head = origin.commit({ put: { b: 'b' } })
  await stage.resync(dana, id)
  const mirrorId = await stage.mirrorIdOf(id)
  const moving = moveUsersToCommit(stage.app.db, stage.mirrors.local(mirrorId), {
    mirrorId,
    commit,
    offload: runInline,
    ...WATCHES,
    inClaim: () => Promise.reject(new Error('claim lost')),
    onFailure: () => undefined,
  })
  await expect(moving).rejects.toThrow('claim lost')
  expect(await repoOf(dana, id)).toMatchObject({ commit: head })
})

describe('removing a shared repository', () => {
  test('leaves the mirror to the others, and the sweep deletes it after the last one', async () => {
    stage.server.create('noa/removed').commit({ put: { a: 'a' } })
    const first = await stage.mirror(dana, 'noa/removed')
    const second = await add(omer, 'noa/removed')
    const mirrorId = await stage.mirrorIdOf(first)
    expect((await omer.delete(`/api/repos/${first}`)).status).toBe(404)
    expect((await dana.delete(`/api/repos/${first}`)).status).toBe(200)
    await stage.sweep()
    expect((await omer.page('/repos/noa/removed/a')).status).toBe(200)
    expect((await omer.delete(`/api/repos/${second}`)).status).toBe(200)
    expect((await stage.sweep()).processed).toBe(1)
    expect(await stage.mirrors.list()).not.toContain(mirrorId)
    expect((await stage.app.pool.query('select from mirrors where id = $1', [mirrorId])).rows).toEqual([])
  })

  test('the daily sweep deletes a mirror whose last user deleted the account', async () => {
    stage.server.create('noa/orphaned').commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, 'noa/orphaned')
    const mirrorId = await stage.mirrorIdOf(id)
    await stage.app.pool.query('delete from repos where id = $1', [id])
    await stage.sweep()
    expect(await stage.mirrors.list()).toContain(mirrorId)
    await stage.sweep('all')
    expect(await stage.mirrors.list()).not.toContain(mirrorId)
  })

  test('the sweep deletes a folder that has no row', async () => {
    stage.server.create('noa/stray').commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, 'noa/stray')
    const mirrorId = await stage.mirrorIdOf(id)
    await stage.app.pool.query('delete from repos where id = $1', [id])
    await stage.app.pool.query('delete from mirrors where id = $1', [mirrorId])
    await stage.sweep()
    expect(await stage.mirrors.list()).not.toContain(mirrorId)
  })

  test('the sweep leaves a mirror that somebody adds while it looks', async () => {
    stage.server.create('noa/added').commit({ put: { a: 'a' } })
    const id = await stage.mirror(dana, 'noa/added')
    const mirrorId = await stage.mirrorIdOf(id)
    await dana.delete(`/api/repos/${id}`)
    // What adding does, in a transaction that ends after the sweep has looked for users of the mirror.
    const lock = { sql: 'update mirrors set wanted_at = now() where id = $1', values: [mirrorId] }
    await whileRowIsLocked(stage.app.pool, lock, async (rival) => {
      await rival.query(
        `insert into repos (user_id, id, name, url, mirror_id, head, created_at)
         select $1, gen_random_uuid(), 'noa/added', url, id, head, now() from mirrors where id = $2`,
        [omer.id, mirrorId],
      )
      return { waiting: stage.sweep() }
    })
    expect(await stage.mirrors.list()).toContain(mirrorId)
    expect((await omer.page('/repos/noa/added/a')).status).toBe(200)
  })
})
