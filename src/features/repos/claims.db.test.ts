import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/random.ts'
import { repoStage, type RepoStage } from '../../../test/repos.ts'
import { claimToIndex, findIndexed, listIndexed } from './store/code-index.ts'
import { listByteNames } from './store/files.ts'
import { claimToRead } from './store/mirror-symbols.ts'
import { claimDue } from './store/mirrors.ts'

let stage: RepoStage
let one: string
beforeAll(async () => {
  stage = await repoStage()
  const dana = await stage.app.user('Dana')
  for (const name of ['noa/one', 'noa/two', 'noa/three']) {
    stage.server.create(name).commit({ put: { 'a.ts': 'const a = 1\n' } })
    const repo = await stage.mirror(dana, name)
    // Statistics of a single row let the planner read the whole table in the outer loop.
    if (name === 'noa/one') {
      one = repo
      await stage.app.pool.query('analyze mirrors')
    }
  }
  await stage.app.pool.query('update mirrors set next_sync_at = $1', [stage.app.clock.now])
})
afterAll(() => stage[Symbol.asyncDispose]())

const now = () => stage.app.clock.now
const until = () => new Date(now().getTime() + 60_000)
const work = () => ({ claimId: newId<'mirror-work'>(now()), held: [], node: null, now: now(), until: until() })

test.each([
  [
    'to sync',
    'sync_until',
    () => claimDue(stage.app.db, { syncId: newId(now()), held: [], node: null, mayTakeOver: false }, now(), until()),
  ],
  ['to read its symbols', 'symbols_until', () => claimToRead(stage.app.db, work())],
  ['to index it', 'index_until', () => claimToIndex(stage.app.db, { ...work(), newNumber: 1 })],
])('a worker claims one mirror %s when the table has outdated statistics', async (_, column, claim) => {
  const claimed = await claim()
  const { rows } = await stage.app.pool.query<{ id: string }>(`select id from mirrors where ${column} is not null`)
  expect(rows).toEqual([{ id: claimed?.mirrorId }])
})

test('the code index of a mirror is found when it is complete, and in lists while nobody rebuilds it', async () => {
  const { db, pool } = stage.app
  const id = await stage.mirrorIdOf(one)
  const { rows } = await pool.query<{ head: string }>('select head from mirrors where id = $1', [id])
  const commit = rows[0]?.head ?? ''
  await pool.query('update mirrors set index_id = null, index_number = 7, indexed_commit = null where id = $1', [id])
  expect(await findIndexed(db, [id])).toEqual([])
  await pool.query('update mirrors set indexed_commit = head where id = $1', [id])
  expect(await findIndexed(db, [id])).toEqual([{ mirrorId: id, number: 7, commit }])
  expect(await listIndexed(db)).toEqual([{ mirrorId: id, commit }])
  expect(await listByteNames(db, id, commit)).toEqual([])
})
