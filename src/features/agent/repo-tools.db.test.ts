import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { connect, listening, Rest } from '../../../test/mcp-client.ts'
import { repoStage } from '../../../test/repos.ts'
import { ANSWER_BYTES, bytesOf } from './answer.ts'

const Paths = z.array(z.object({ path: z.string() }))
const Listed = z.object({ items: Paths.optional(), lines: Paths.optional(), count: z.number(), rest: Rest })

test('repository tools list, read and search mirrors and create notes on their files', async () => {
  await using stage = await repoStage()
  const { app } = stage
  const dana = await app.user('Dana')
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`many/${'x'.repeat(60)}-${i}.txt`, 'needle\n']),
  )
  stage.server.create('dana/lib').commit({ put: { 'README.md': '# שלום\n', 'src/a.ts': 'one\nneedle two\n', ...many } })
  await stage.mirror(dana, 'dana/lib')
  const agent = await connect(await listening(app), (await dana.createToken('robot')).secret)
  const repo = { repo_name: 'dana/lib' }

  expect((await agent.call('list_repos')).data).toMatchObject({ repos: [{ ...repo, file_count: 302 }], is_cut: false })
  expect((await agent.call('list_repo_files', repo)).data).toMatchObject({
    items: [
      { path: 'many', kind: 'folder' },
      { path: 'src', kind: 'folder' },
      { path: 'README.md', kind: 'file' },
    ],
  })
  const [head, text] = (await agent.call('read_repo_file', { ...repo, path: '/src//a.ts' })).texts
  expect([JSON.parse(head ?? ''), text]).toMatchObject([{ lines: '1-2' }, 'one\nneedle two\n'])
  expect((await agent.call('read_repo_file', { ...repo, path: '../x' })).data).toMatchObject({
    code: 'invalid_repo_path',
  })
  expect((await agent.call('read_repo_file', { ...repo, path: 'none' })).data).toMatchObject({
    code: 'repo_file_not_found',
  })
  expect((await agent.call('search_repo', { ...repo, query: 'needle two' })).data).toMatchObject({
    lines: [{ path: 'src/a.ts', line: 2, text: 'needle two' }],
  })

  for (const start of [
    { tool: 'list_repo_files', arguments: { ...repo, path: 'many' } },
    { tool: 'search_repo', arguments: { ...repo, query: 'needle' } },
  ]) {
    let rest: z.output<typeof Rest> = start
    const seen = new Set<unknown>()
    let count = 0
    while (rest) {
      const { data, texts } = await agent.call(rest.tool, rest.arguments)
      expect(bytesOf(texts.join('') + JSON.stringify(data))).toBeLessThanOrEqual(ANSWER_BYTES)
      const listed = Listed.parse(data)
      for (const { path } of listed.items ?? listed.lines ?? []) seen.add(path)
      count = listed.count
      rest = listed.rest
    }
    expect(seen.size, start.tool).toBe(count)
  }

  const note = await agent.call('create_note', { ...repo, repo_path: 'src/a.ts', content: 'why two?', line_start: 2 })
  expect(note.data).toMatchObject({ ok: true, kind: 'repo', repo_path: 'src/a.ts' })
  expect((await agent.call('list_notes', { ...repo, repo_path: 'src/a.ts' })).data).toMatchObject({
    notes: [{ content: 'why two?' }],
  })
  expect((await agent.call('create_note', { ...repo, content: 'x' })).data).toMatchObject({ code: 'one_place' })
  const { status, headers } = await dana.page(`/note/${String(note.data['note_id'])}`)
  expect([status, headers['location']]).toEqual([302, `/repos/dana/lib/src/a.ts?note=${String(note.data['note_id'])}`])
  const { rows } = await app.pool.query("select kind from outbox where actor = 'robot'")
  expect(rows).toEqual([{ kind: 'repo_note_created' }])
  await agent.close()
})

test('search_repo answers mirror_unreadable when git cannot read the mirror, and logs the reason', async () => {
  await using stage = await repoStage()
  const { app } = stage
  const dana = await app.user('Dana')
  stage.server.create('dana/broken').commit({ put: { 'a.ts': 'one\n' } })
  const id = await stage.mirror(dana, 'dana/broken')
  const agent = await connect(await listening(app), (await dana.createToken('robot')).secret)
  await rm(join(await stage.folderOf(id), 'HEAD'))
  const answer = await agent.call('search_repo', { repo_name: 'dana/broken', query: 'one' })
  expect(answer.data).toMatchObject({ code: 'mirror_unreadable' })
  expect(
    app.lines.filter((line) => line.includes('request failed') && line.includes('mirror_unreadable')),
  ).toHaveLength(1)
  await agent.close()
})
