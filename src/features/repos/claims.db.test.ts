import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/random.ts'
import { repoStage, type RepoStage } from '../../../test/repos.ts'
import { claimToIndex } from './store/code-index.ts'
import { claimToRead } from './store/mirror-symbols.ts'
import { claimDue } from './store/mirrors.ts'

let stage: RepoStage
beforeAll(async () => {
  stage = await repoStage()
  const dana = await stage.app.user('Dana')
  for (const name of ['noa/one', 'noa/two', 'noa/three']) {
    stage.server.create(name).commit({ put: { 'a.ts': 'const a = 1\n' } })
    await stage.mirror(dana, name)
    // Statistics of a single row let the planner read the whole table in the outer loop.
    if (name === 'noa/one') await stage.app.pool.query('analyze mirrors')
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
