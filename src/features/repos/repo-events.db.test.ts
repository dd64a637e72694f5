import { expect, test } from 'vitest'
import { repoStage } from '../../../test/repos.ts'

test('a host that limits us: codehost_rate_limit_check, and the sync is tried again later', async () => {
  await using stage = await repoStage()
  const dana = await stage.app.user('Dana')
  stage.server.create('dana/limited').commit({ put: { 'a.py': 'x = 1\n' } })
  const id = await stage.mirror(dana, 'dana/limited')
  stage.server.state.behaviour = 'busy'
  const { events } = await stage.resync(dana, id)
  expect(events).toContainEqual({
    name: 'codehost_rate_limit_check',
    fields: { resource: { type: 'repo', id }, limited: true },
  })
  expect(events).toContainEqual({
    name: 'codehost_import_repo_error',
    fields: { resource: { type: 'repo', id }, error: 'busy' },
  })
})

test('the numbers of a repository whose list cannot be read: repo_analysis_error, and never numbers that are wrong', async () => {
  await using stage = await repoStage()
  const dana = await stage.app.user('Dana')
  stage.server.create('dana/counted').commit({ put: { 'a.py': 'x = 1\n' } })
  const id = await stage.mirror(dana, 'dana/counted')
  expect((await dana.page('/repos/dana/counted?view=numbers')).status).toBe(200)
  await stage.app.pool.query('alter table repo_files rename to repo_files_away')
  expect((await dana.page('/repos/dana/counted?view=numbers')).status).toBe(500)
  const told = (name: string) =>
    stage.app.lines.filter((line) => line.includes(`"event":"${name}"`) && line.includes(id)).length
  expect({
    start: told('repo_analysis_start'),
    done: told('repo_analysis_done'),
    error: told('repo_analysis_error'),
  }).toEqual({
    start: 2,
    done: 1,
    error: 1,
  })
})
