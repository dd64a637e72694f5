import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOnce } from '../../../test/job.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { runInline } from '#platform/threads.ts'
import { diskJobs } from './jobs.ts'
import { askForMissing } from './service/git-node.ts'

const OWN = 'http://127.0.0.1:9001'
const OTHER = 'http://127.0.0.1:9002'

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.server.state.behaviour = 'answer'
  stage.app.advance(100)
  await stage.app.pool.query(`update mirrors set next_sync_at = '2099-01-01'`)
  await stage.app.pool.query('delete from git_nodes')
})

/** The jobs of a node that has been up for long enough to replace dead nodes, or has just started. */
function jobsOfNode(mayTakeOver = true) {
  const [sync, sweep] = diskJobs(
    stage.mirrors,
    { offload: runInline, remind: async () => {} },
    { node: OWN, mayTakeOver: () => mayTakeOver },
  )
  if (!sync || !sweep) throw new Error('no jobs')
  return { sync: () => runOnce(stage.app, sync.run), sweep: () => runOnce(stage.app, sweep.run) }
}

async function mirrored(name: string): Promise<string> {
  stage.server.create(name).commit({ put: { a: 'a' } })
  return stage.mirrorIdOf(await stage.mirror(dana, name))
}
const setNode = (id: string, node: string | null) =>
  stage.app.pool.query('update mirrors set node = $2 where id = $1', [id, node])
const seen = (url: string, secondsAgo: number) =>
  stage.app.pool.query(
    `insert into git_nodes values ($1, now() - make_interval(secs => $2))
     on conflict (url) do update set seen_at = excluded.seen_at`,
    [url, secondsAgo],
  )
const nodeOf = async (id: string) =>
  (await stage.app.pool.query<{ node: string | null }>('select node from mirrors where id = $1', [id])).rows[0]?.node

describe('a git node', () => {
  test('holds a mirror that it has fetched, and not one whose fetch failed', async () => {
    const [good, bad] = [await mirrored('noa/good'), await mirrored('noa/bad')]
    await stage.app.pool.query('update mirrors set next_sync_at = $2 where id = $1', [good, stage.app.clock.now])
    await jobsOfNode().sync()
    stage.server.state.behaviour = 'forbid'
    await stage.app.pool.query('update mirrors set next_sync_at = $2 where id = $1', [bad, stage.app.clock.now])
    await jobsOfNode().sync()
    expect(await nodeOf(good)).toBe(OWN)
    expect(await nodeOf(bad)).toBe(null)
  })

  test('fetches the mirrors of a dead node at once, and leaves those of a living one', async () => {
    const [dead, living] = [await mirrored('noa/dead'), await mirrored('noa/living')]
    await setNode(dead, OTHER)
    await setNode(living, 'http://127.0.0.1:9003')
    await seen(OTHER, 40)
    await seen('http://127.0.0.1:9003', 5)
    await jobsOfNode().sync()
    expect(await nodeOf(dead)).toBe(OWN)
    expect(await nodeOf(living)).toBe('http://127.0.0.1:9003')
  })

  test('that has just started fetches no mirrors of others', async () => {
    const id = await mirrored('noa/restarted')
    await setNode(id, OTHER)
    await seen(OTHER, 40)
    await jobsOfNode(false).sync()
    expect(await nodeOf(id)).toBe(OTHER)
  })

  test('whose disk was emptied asks for a sync of what it should hold', async () => {
    const emptied = 'http://127.0.0.1:9004'
    const id = await mirrored('noa/emptied')
    await setNode(id, emptied)
    const { app, mirrors } = stage
    await askForMissing(app.db, { ...mirrors, list: () => Promise.resolve([]) }, emptied, app.clock.now)
    const { rows } = await app.pool.query('select node from mirrors where next_sync_at = $1', [app.clock.now])
    expect(rows).toEqual([{ node: emptied }])
  })

  test('that could not fetch the mirror of a dead node leaves it to that node and tries again later', async () => {
    const id = await mirrored('noa/returns')
    await setNode(id, OTHER)
    await seen(OTHER, 40)
    stage.server.state.behaviour = 'forbid'
    const requests = stage.server.state.requests
    await jobsOfNode().sync()
    expect(await nodeOf(id)).toBe(OTHER)
    expect(stage.server.state.requests - requests).toBeLessThan(5)
  })
})

describe('the sweep of folders', () => {
  test('of a git node keeps its own and those that no node holds, and deletes those of others and of deleted mirrors', async () => {
    const [own, free, other, gone] = [
      await mirrored('noa/own'),
      await mirrored('noa/free'),
      await mirrored('noa/other'),
      await mirrored('noa/gone'),
    ]
    await setNode(own, OWN)
    await setNode(other, OTHER)
    await stage.app.pool.query('delete from repos where name = $1', ['noa/gone'])
    await stage.app.pool.query('delete from mirrors where id = $1', [gone])
    await jobsOfNode().sweep()
    const left = await stage.mirrors.list()
    expect([own, free, other, gone].map((id) => left.includes(id))).toEqual([true, true, false, false])
  })

  test('of a shared disk keeps mirrors that a git node holds', async () => {
    const id = await mirrored('noa/switched')
    await setNode(id, OTHER)
    await stage.sweep()
    expect(await stage.mirrors.list()).toContain(id)
  })
})
