import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { type BombLeaf, gitBomb } from '../../../test/git-bomb.ts'
import { sendMove, type Upload } from '../../../test/move-in-kit.ts'
import { zipOf } from '../../../test/zips.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const preview = async (file: Upload, fields: Record<string, string> = {}) =>
  sendMove(dana, '/api/move-in/preview', [file], fields)

/** `massCode.db` whose texts are computed by SQLite while they are read. */
async function massCodeWith(value: string, rows: number): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), 'masscode-'))
  const path = join(folder, 'massCode.db')
  const database = new DatabaseSync(path)
  database.exec(`create table folders (id, name, parentId); create table tags (id, name);
    create table snippet_tags (snippetId, tagId);
    create table snippets (id, name, description, folderId, isDeleted, createdAt, updatedAt);
    insert into snippets values (1, 'a', '', null, 0, 0, 0);
    create table snippet_contents (snippetId, label, language ${value.startsWith('value') ? `, ${value}` : ''});
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    insert into snippet_contents (snippetId, label, language) select 1, 'a', 'b' from n`)
  if (!value.startsWith('value')) database.exec(`alter table snippet_contents add column value as (${value})`)
  database.close()
  const content = new Uint8Array(await readFile(path))
  await rm(folder, { recursive: true })
  return { name: 'massCode.db', content }
}

describe('a preview of a database', () => {
  test.each([
    [
      'computes for ever',
      'length(replace(hex(zeroblob(20000000 + length(label))), char(48, 48), char(49, 49)))',
      20_000,
    ],
    ['makes blobs of 50 MB', 'zeroblob(50000000)', 20],
  ])('refuses one that %s, within seconds', async (_title, expression, rows) => {
    const from = performance.now()
    const reply = replyOf(await preview(await massCodeWith(expression, rows)))
    expect(reply).toMatchObject({ files: [], skipped: [{ path: 'massCode.db' }] })
    expect(performance.now() - from).toBeLessThan(20_000)
  })

  test('a database whose texts together are too large is skipped', async () => {
    const text = 'x'.repeat(2_000_000)
    const reply = replyOf(await preview(await massCodeWith(`value text default '${text}'`, 10)))
    expect(reply).toMatchObject({ files: [], skipped: [{ path: 'massCode.db', reason: 'too_large' }] })
  })

  test('with texts of control characters is refused before they are escaped, which takes six times their memory', async () => {
    const text = '\u0001'.repeat(1024 ** 2)
    const reply = replyOf(await preview(await massCodeWith(`value text default '${text}'`, 7)))
    expect(reply).toMatchObject({ files: [], skipped: [{ path: 'massCode.db', reason: 'too_large' }] })
  })

  test('reads one with a column that we do not ask for', async () => {
    const reply = replyOf(await preview(await massCodeWith(`value text default 'print(1)', extra text`, 1)))
    expect(reply.files).toMatchObject([{ file_name: 'a.b' }])
  })
})

describe('a preview of a git repository', () => {
  const cases: [BombLeaf, string][] = [
    ['files', 'too_many_items'],
    ['links', 'too_many_items'],
    ['folders', 'repository_too_large'],
  ]
  test.each(cases)('refuses ten objects that name 100 million %s, within seconds', async (leaf, code) => {
    const content = new Uint8Array(await zipOf(gitBomb('gist', leaf)))
    const from = performance.now()
    const answer = await preview({ name: 'a.zip', content }, { source: 'opengist' })
    expect(problemOf(answer)).toMatchObject({ code })
    expect(performance.now() - from).toBeLessThan(20_000)
  })

  test.each(cases)('refuses twenty repositories of as many %s as soon as one', async (leaf, code) => {
    const repositories = Array.from({ length: 20 }, (_, i) => gitBomb(`gist${i}`, leaf)).flat()
    const content = new Uint8Array(await zipOf(repositories))
    const from = performance.now()
    const answer = await preview({ name: 'a.zip', content }, { source: 'opengist' })
    expect(problemOf(answer)).toMatchObject({ code })
    expect(performance.now() - from).toBeLessThan(20_000)
  })
})

test('a preview of JSON with a million empty objects takes it for a plain file', async () => {
  const content = `[${'{},'.repeat(600_000)}{}]`
  const reply = replyOf(await preview({ name: 'many.json', content }))
  expect(reply.files).toMatchObject([{ file_name: 'many.json' }])
})
