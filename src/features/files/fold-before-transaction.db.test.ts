import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { ctxOf } from '../../../test/libraries.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { runInline } from '#platform/threads.ts'
import { startImport, saveSourced, saveUploaded } from './service/import-save.ts'
import { saveByName } from './service/save-by-name.ts'
import { updateFile } from './service/update.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

/** Long enough to be folded in a worker thread. */
const textWith = (word: string) => `${'filler line\n'.repeat(2_000)}${word}\n`

async function transactionsOpen(): Promise<number> {
  const { rows } = await app.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
  return rows[0]?.n ?? 0
}

/** How many transactions were open each time that a text was folded. */
function watchedCtx(): { ctx: UserCtx; open: number[] } {
  const open: number[] = []
  const offload: UserCtx['offload'] = async (task, job) => {
    if (task.name === 'fold-content') open.push(await transactionsOpen())
    return runInline(task, job)
  }
  return { ctx: { ...ctxOf(app, dana.id), offload }, open }
}

const found = async (q: string) => replyOf(await dana.get(`/api/files?q=${q}`)).items.map(({ file_name: name }) => name)

test('a save folds the text before its transaction, and search finds it', async () => {
  const { ctx, open } = watchedCtx()
  const { id } = await saveByName(ctx, { fileName: 'a.txt', content: textWith('firstword'), source: 'web' })
  expect(await found('firstword')).toEqual(['a.txt'])
  await saveByName(ctx, { fileName: 'a.txt', content: textWith('secondword'), source: 'web' })
  await updateFile(ctx, id, 2, { content: textWith('thirdword'), fileName: 'b.txt' }, 'web')
  expect(open).toEqual([0, 0, 0])
  expect(await found('secondword')).toEqual([])
  expect(await found('thirdword')).toEqual(['b.txt'])
})

test('a save parses the symbols before its transaction, in the language that the file has', async () => {
  const open: number[] = []
  const offload: UserCtx['offload'] = async (task, job) => {
    if (task.name === 'read-names') open.push(await transactionsOpen())
    return runInline(task, job)
  }
  const ctx = { ...ctxOf(app, dana.id), offload }
  const { id } = await saveByName(ctx, { fileName: 's.py', content: 'def a(): pass', source: 'web' })
  await saveByName(ctx, { fileName: 's.py', content: 'def b(): pass', source: 'web' })
  await updateFile(ctx, id, 2, { content: 'def c(): pass' }, 'web')
  await updateFile(ctx, id, 3, { content: 'function d() {}', fileName: 's.js' }, 'web')
  await saveUploaded(startImport(ctx, 'upload'), 'up/t.py', { bytes: Buffer.from('def e(): pass') })
  expect(open).toEqual([0, 0, 0, 0, 0])
})

test('an upload and a move-in fold each text before its transaction, and an unchanged text not at all', async () => {
  const { ctx, open } = watchedCtx()
  const bytes = Buffer.from(textWith('uploadword'))
  for (const times of [1, 1]) {
    await saveUploaded(startImport(ctx, 'upload'), 'up/c.txt', { bytes })
    expect(open).toHaveLength(times)
  }
  const draft = { fileName: 'd.txt', content: textWith('movedword'), source: 'import' as const, sourceUrl: 'x:d' }
  await saveSourced(startImport(ctx, 'import'), 'd.txt', draft)
  expect(open).toEqual([0, 0])
  expect(await found('uploadword')).toEqual(['c.txt'])
  expect(await found('movedword')).toEqual(['d.txt'])
})
