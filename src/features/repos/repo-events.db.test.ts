import { expect, test } from 'vitest'
import { repoStage } from '../../../test/repos.ts'

test('a sync emits codehost_rate_limit_check and is retried later when the host limits us', async () => {
  await using stage = await repoStage()
  const dana = await stage.app.user('Dana')
  stage.server.create('dana/limited').commit({ put: { 'a.py': 'x = 1\n' } })
  const id = await stage.mirror(dana, 'dana/limited')
  stage.server.state.behaviour = 'busy'
  const { events } = await stage.resync(dana, id)
  expect(events).toContainEqual({
    name: 'codehost_rate_limit_check',
    fields: { resource: { type: 'mirror', id: await stage.mirrorIdOf(id) }, limited: true },
  })
  expect(events).toContainEqual({
    name: 'codehost_import_repo_error',
    fields: { resource: { type: 'mirror', id: await stage.mirrorIdOf(id) }, error: 'busy' },
  })
})

test('statistics emit repo_analysis_error instead of wrong numbers when the file list cannot be read', async () => {
  await using stage = await repoStage()
  const dana = await stage.app.user('Dana')
  stage.server.create('dana/counted').commit({ put: { 'a.py': 'x = 1\n' } })
  const id = await stage.mirror(dana, 'dana/counted')
  expect((await dana.page('/repos/dana/counted?view=numbers')).status).toBe(200)
  await stage.app.pool.query('alter table mirror_files rename to mirror_files_away')
  expect((await dana.page('/repos/dana/counted?view=numbers')).status).toBe(500)
  const emitted = (name: string) =>
    stage.app.lines.filter((line) => line.includes(`"event":"${name}"`) && line.includes(id)).length
  expect({
    start: emitted('repo_analysis_start'),
    done: emitted('repo_analysis_done'),
    error: emitted('repo_analysis_error'),
  }).toEqual({
    start: 2,
    done: 1,
    error: 1,
  })
})
