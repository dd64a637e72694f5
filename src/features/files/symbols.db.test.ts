import fc from 'fast-check'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileId } from '#base/ids.ts'
import { matchName, MATCH_RANKS } from '#base/symbol-match.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { readNames } from '#platform/symbols/read-names.ts'
import { runInline, TaskError } from '#platform/threads.ts'
import type { TestApp, TestUser } from '../../../test/app.ts'
import { type GitLibrary, gitLibrary } from '../../../test/git-library.ts'
import { runOnce } from '../../../test/job.ts'
import { ctxOf, exportOf, importInto } from '../../../test/libraries.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { setFavorites, trashFiles } from './service/bulk.ts'
import { appendToFile, replaceInFile } from './service/edit.ts'
import { anyUnread, fillNames } from './service/fill-names.ts'
import { saveSourced, saveUploaded, startImport } from './service/import-save.ts'
import { getFile } from './service/read.ts'
import { withFileName } from './service/file-names.ts'
import { saveByName } from './service/save-by-name.ts'
import { searchFileNames, searchSymbols } from './service/find-names.ts'
import { restoreFile } from './service/trash.ts'
import { undoFileWrites } from './service/undo.ts'
import { restoreVersion, updateFile } from './service/update.ts'
import { snapshotOf } from './snapshot.ts'
import { findFileWithText } from './store/files.ts'
import { makeHeavy } from './store/search-docs.ts'

let at: GitLibrary
let app: TestApp
let people = 0
beforeAll(async () => {
  at = await gitLibrary()
  app = at.app
})
afterAll(() => at[Symbol.asyncDispose]())

async function person(): Promise<{ user: TestUser; ctx: UserCtx }> {
  const user = await app.user(`Person ${(people += 1)}`)
  return { user, ctx: ctxOf(app, user.id) }
}

const found = async (ctx: UserCtx, wanted: string) =>
  (await searchSymbols(ctx, wanted, { limit: 20 })).hits.map(({ file, symbol }) => `${file.fileName}:${symbol.name}`)
const foundNames = async (ctx: UserCtx, wanted: string) =>
  (await searchFileNames(ctx, wanted, { limit: 20 })).map(({ file }) => file.fileName)

/** Every file has the names that its text has in its language; says how many there are. */
async function assertRead(ctx: UserCtx): Promise<number> {
  const { rows } = await app.pool.query<{ id: FileId; names: string | null; symbols: unknown }>(
    'select file_id as id, names, symbols from search_docs where user_id = $1',
    [ctx.user.id],
  )
  for (const { id, names, symbols } of rows) {
    const stored = await findFileWithText(app.db, ctx.user.id, id)
    if (!stored) throw new Error('No such file')
    const expected = withFileName(stored.file, await readNames(runInline, stored.file.language, stored.text))
    const parsed: unknown = JSON.parse(expected?.symbols ?? 'null')
    expect({ names, symbols }, stored.file.fileName).toEqual({ names: expected?.names, symbols: parsed })
  }
  return rows.length
}

const python = (name: string) => `class Shelf:\n    def ${name}(self):\n        pass\n`

describe('every write stores the symbols of the text', () => {
  test('a save, an update, a rename, a restored version and another language', async () => {
    const { ctx } = await person()
    const { id } = await saveByName(ctx, { fileName: 'a.py', content: python('first_name'), source: 'web' })
    expect(await found(ctx, 'firstName')).toEqual(['a.py:first_name'])
    expect((await searchSymbols(ctx, 'first', { limit: 5 })).hits).toEqual([
      {
        file: { id, folder: '', fileName: 'a.py', language: 'Python' },
        symbol: { name: 'first_name', kind: 'method', container: 'Shelf', line: 2 },
        rank: 'prefix',
        ranges: [[0, 5]],
      },
    ])
    await saveByName(ctx, { fileName: 'a.py', content: python('second_name'), source: 'web' })
    await updateFile(ctx, id, 2, { content: python('third_name'), fileName: 'b.py', folder: 'lib' }, 'web')
    expect(await found(ctx, 'name')).toEqual(['b.py:third_name'])
    await updateFile(ctx, id, 3, { fileName: 'myShelf.py' }, 'web')
    expect([await foundNames(ctx, 'b.py'), await foundNames(ctx, 'mS')]).toEqual([[], ['myShelf.py']])
    await restoreVersion(ctx, id, 1)
    expect(await found(ctx, 'name')).toEqual(['myShelf.py:first_name'])
    await updateFile(ctx, id, 4, { language: 'Text' }, 'web')
    expect(await found(ctx, 'name')).toEqual([])
    await updateFile(ctx, id, 4, { language: 'Python' }, 'web')
    await updateFile(ctx, id, 4, { description: 'a shelf', tags: ['x'] }, 'web')
    expect(await found(ctx, 'name')).toEqual(['myShelf.py:first_name'])
    // The language is chosen now, so that the name of a save by name does not decide it.
    await saveByName(ctx, { folder: 'lib', fileName: 'myShelf.py', content: python('fifth_name'), source: 'web' })
    expect(await assertRead(ctx)).toBe(1)
  })

  test('an edit, an upload, a move-in, the trash, an undo and an import', async () => {
    const { ctx } = await person()
    const { id } = await saveByName(ctx, { fileName: 'a.py', content: python('old_name'), source: 'web' })
    const before = await getFile(ctx, id)
    const replacement = { from: 'old_name', to: 'new_name', everywhere: false }
    const after = await replaceInFile(ctx, id, 1, replacement, 'agent')
    expect(await found(ctx, 'name')).toEqual(['a.py:new_name'])
    const write = { before: snapshotOf(before), after: snapshotOf(after) }
    expect(await app.db.transaction().execute((trx) => undoFileWrites(trx, ctx, id, [write]))).toBe('undone')
    expect(await found(ctx, 'name')).toEqual(['a.py:old_name'])
    await appendToFile(ctx, id, 'def appended(): pass\n', 'agent')
    await saveUploaded(startImport(ctx, 'upload'), 'up/c.go', { bytes: Buffer.from('func Uploaded() {}\n') })
    const draft = { fileName: 'd.ts', content: 'function moved() {}', source: 'import' as const, sourceUrl: 'x:d' }
    await saveSourced(startImport(ctx, 'import'), 'd.ts', draft)
    for (const name of ['appended', 'uploaded', 'moved']) expect(await found(ctx, name)).toHaveLength(1)
    await trashFiles(ctx, [id])
    expect([await found(ctx, 'old_name'), await foundNames(ctx, 'a.py')]).toEqual([[], []])
    await restoreFile(ctx, id, 'again.py')
    expect(await found(ctx, 'old_name')).toEqual(['again.py:old_name'])
    expect(await assertRead(ctx)).toBe(3)
    const { ctx: other } = await person()
    await importInto(other, await exportOf(ctx))
    expect(await found(other, 'old_name')).toEqual(['again.py:old_name'])
    expect(await assertRead(other)).toBe(3)
  })

  test('a git push', async () => {
    const { user, clone } = await at.person('Pusher')
    const ctx = ctxOf(app, user.id)
    await user.saveFile('a.py', python('saved_name'))
    const copy = await clone('a')
    await writeFile(join(copy.dir, 'b.go'), 'func Pushed() {}\n')
    await copy.git('mv', 'a.py', 'renamed.py')
    await copy.git('add', '.')
    await copy.git('commit', '--quiet', '-m', 'push')
    await copy.git('push', '--quiet')
    expect([await found(ctx, 'pushed'), await found(ctx, 'saved_name')]).toEqual([
      ['b.go:Pushed'],
      ['renamed.py:saved_name'],
    ])
    expect(await assertRead(ctx)).toBe(2)
  })

  test('hostile texts, under hostile names', async () => {
    const { ctx } = await person()
    for (const [n, text] of Object.values(nastyTexts).entries()) {
      await saveByName(ctx, { fileName: `n${n}.py`, content: `def f${n}(): """${text}"""\n`, source: 'web' })
      await saveByName(ctx, { fileName: `m${n}.rb`, content: `def ${text}\nend\n`, source: 'web' })
    }
    const emoji = `${'a'.repeat(199)}${'𝕳'.repeat(9)}`
    await saveByName(ctx, { fileName: `${'𝕳'.repeat(20)}.py`, content: `def ${emoji}(): pass\n`, source: 'web' })
    expect(await assertRead(ctx)).toBe(2 * Object.keys(nastyTexts).length + 1)
    for (const text of [...Object.values(nastyTexts), '%', '_', '\\', '\0', '\ud800', 'x'.repeat(5_000)])
      expect((await searchSymbols(ctx, text, { limit: 3 })).unread).toBe(0)
  })
})

describe('a text that cannot be parsed', () => {
  const failing =
    (reason: TaskError['reason']): UserCtx['offload'] =>
    (task, input) =>
      task.name === 'read-names' ? Promise.reject(new TaskError(reason, 'x')) : runInline(task, input)

  test('is saved with its file name when the parser is stopped, and read later when no thread is free', async () => {
    const { ctx } = await person()
    const draft = { content: python('some_name'), source: 'web' } as const
    await saveByName({ ...ctx, offload: failing('deadline') }, { ...draft, fileName: 'stopped.py' })
    await saveByName({ ...ctx, offload: failing('failed') }, { ...draft, fileName: 'failed.py' })
    expect(await searchSymbols(ctx, 'some', { limit: 5 })).toMatchObject({ hits: [], unread: 0 })
    expect(await foundNames(ctx, 'stop')).toEqual(['stopped.py'])
    await saveByName({ ...ctx, offload: failing('busy') }, { ...draft, fileName: 'busy.py' })
    expect(await searchSymbols(ctx, 'some', { limit: 5 })).toMatchObject({ hits: [], unread: 1 })
    await runOnce(app, (job) => fillNames(job, failing('busy')))
    expect(await anyUnread(app.db)).toBe(true)
    expect(await runOnce(app, (job) => fillNames(job, runInline))).toMatchObject({ processed: 1 })
    expect(await found(ctx, 'some')).toEqual(['busy.py:some_name'])
    expect(await anyUnread(app.db)).toBe(false)
  })

  test('is read by the job when it was written before the migration, unless a save comes first', async () => {
    const { ctx } = await person()
    const names = ['a.py', 'b.py', 'c.py']
    for (const fileName of names) await saveByName(ctx, { fileName, content: python('old_name'), source: 'web' })
    await trashFiles(ctx, [(await searchFileNames(ctx, 'c.py', { limit: 1 }))[0]?.file.id ?? ('' as FileId)])
    await app.pool.query('update search_docs set names = null, symbols = null where user_id = $1', [ctx.user.id])
    expect(await searchSymbols(ctx, 'old', { limit: 5 })).toEqual({ hits: [], hasMore: false, unread: 2 })
    let saved = false
    const savesMeanwhile: UserCtx['offload'] = async (task, input) => {
      const read = await runInline(task, input)
      if (!saved) await saveByName(ctx, { fileName: 'a.py', content: python('new_name'), source: 'web' })
      saved = true
      return read
    }
    await runOnce(app, (job) => fillNames(job, savesMeanwhile))
    expect((await found(ctx, 'name')).toSorted()).toEqual(['a.py:new_name', 'b.py:old_name'])
    expect(await assertRead(ctx)).toBe(3)
  })
})

test('nobody finds anything of another person', async () => {
  const [dana, omer] = [await person(), await person()]
  for (const { ctx } of [dana, omer])
    for (const isHeavy of [false, true]) {
      await saveByName(ctx, { fileName: 'same.py', content: python(`same_name_${isHeavy}`), source: 'web' })
      if (isHeavy) await makeHeavy(app.db, ctx.user.id)
    }
  await trashFiles(omer.ctx, [(await searchFileNames(omer.ctx, 'same', { limit: 1 }))[0]?.file.id ?? ('' as FileId)])
  expect([await found(dana.ctx, 'same'), await foundNames(dana.ctx, 'same')]).toEqual([
    ['same.py:same_name_true'],
    ['same.py'],
  ])
  expect([await found(omer.ctx, 'same'), await foundNames(omer.ctx, 'same')]).toEqual([[], []])
})

describe('the order', () => {
  const WORDS = ['get', 'Body', 'body', 'Get', 'user', 'User', '_', 'X', 'סכום', 'fields']
  const FILES = 1_300
  const names = Array.from({ length: FILES }, (_, i) =>
    [1, 2, 3].map((n) => [WORDS[(i * 7 + n) % 10], WORDS[(i + n * 3) % 10], i % 40 === n ? `Rare${i}` : ''].join('')),
  )

  /** One file per element, the last one changed last; every 20th is a favourite. */
  async function fill(ctx: UserCtx): Promise<void> {
    const draft = { fileName: 'seed.py', content: 'x', source: 'web' } as const
    await saveByName(ctx, draft)
    const contents = names.map((own) => own.map((name) => `def ${name}(): pass\n`).join(''))
    const read = await Promise.all(
      contents.map(async (content, i) => {
        const packed = { codec: 'raw' as const, body: Buffer.from(content) }
        return withFileName({ fileName: `f${i}.py` }, await readNames(runInline, 'Python', packed))
      }),
    )
    await app.pool.query(
      `insert into files (user_id, id, file_name, language, tags, version, sha256, size_bytes, line_count, is_favorite, created_at, updated_at, touched_at)
       select $1::bigint, md5($1::bigint::text || i)::uuid, 'd' || i % 3 || '/f' || i || '.py', 'Python', '{}', 1, '\\x00', 1, 1, i % 20 = 0, at, at, at
       from generate_series(0, $2::int) as i, lateral (select '2026-01-01'::timestamptz + i * interval '1 minute' as at) moment`,
      [ctx.user.id, FILES - 1],
    )
    await app.pool.query(
      `insert into search_docs (user_id, file_id, doc, names, symbols) select $1::bigint, md5($1::bigint::text || (i - 1))::uuid, '', names, symbols
       from unnest($2::text[], $3::jsonb[]) with ordinality as d (names, symbols, i)`,
      [ctx.user.id, read.map((each) => each?.names), read.map((each) => each?.symbols)],
    )
    await app.pool.query(`update file_counts set n = $2 where user_id = $1 and kind = 'language'`, [
      ctx.user.id,
      FILES + 1,
    ])
  }

  /** What the order is, without any index. */
  function expected(wanted: string, limit: number): string[] {
    const hits = names.flatMap((own, i) =>
      own.flatMap((name) => {
        const rank = matchName(name, wanted)?.rank
        return rank ? [{ rank: MATCH_RANKS.indexOf(rank), i, name }] : []
      }),
    )
    const compare = (a: (typeof hits)[number], b: (typeof hits)[number]) =>
      a.rank - b.rank ||
      Number(b.i % 20 === 0) - Number(a.i % 20 === 0) ||
      b.i - a.i ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    return hits
      .toSorted(compare)
      .slice(0, limit)
      .map(({ i, name }) => `f${i}.py:${name}`)
  }

  test('is the same for light and heavy users, and as without an index', async () => {
    const { ctx } = await person()
    await fill(ctx)
    const typed = fc.oneof(
      fc.constantFrom(
        'get',
        'Get',
        'gB',
        'gb',
        'rare',
        'Rare12',
        'body',
        'g',
        'us',
        'סכ',
        'סכום',
        'xGet',
        '_',
        'fieldsRare1',
        'ser',
        'zzz',
      ),
      fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom(...names.flat()), fc.nat(8), fc.integer({ min: 1, max: 9 }))
        .map(([name, from, length]) => name.slice(from, from + length)),
    )
    const samples = fc.sample(fc.tuple(typed, fc.integer({ min: 1, max: 30 })), { numRuns: 60, seed: 5 })
    const askAll = async () => {
      const answers: string[][] = []
      for (const [wanted, limit] of samples) {
        const { hits } = await searchSymbols(ctx, wanted, { limit })
        answers.push(hits.map(({ file, symbol }) => `${file.fileName}:${symbol.name}`))
      }
      return answers
    }
    const nameAll = async () => {
      const answers: string[][] = []
      for (const wanted of ['f12', 'f777.py', '777', '77.p', 'f7', 'rare', 'zzz'])
        answers.push(await foundNames(ctx, wanted))
      return answers
    }
    const [light, lightNames] = [await askAll(), await nameAll()]
    for (const [n, [wanted, limit]] of samples.entries())
      expect(light[n], `${wanted} ${limit}`).toEqual(expected(wanted, limit))
    await makeHeavy(app.db, ctx.user.id)
    expect(await askAll()).toEqual(light)
    expect(await nameAll()).toEqual(lightNames)
    expect(lightNames[2]).toEqual(['f777.py'])
    const filtered = await searchSymbols(ctx, 'get', { limit: 50, language: 'Python', pathPart: 'D1/' })
    expect(new Set(filtered.hits.map(({ file }) => file.folder))).toEqual(new Set(['d1']))
    expect((await searchSymbols(ctx, 'get', { limit: 5, language: 'Go' })).hits).toEqual([])
    expect((await foundNames(ctx, 'f12')).slice(0, 3)).toEqual(['f1280.py', 'f1260.py', 'f1240.py'])
    expect(await foundNames(ctx, 'f777.py')).toEqual(['f777.py'])
  })

  test('a favourite comes before a file that changed later', async () => {
    const { ctx } = await person()
    const { id } = await saveByName(ctx, { fileName: 'a.py', content: python('run_it'), source: 'web' })
    await saveByName(
      { ...ctx, now: new Date(ctx.now.getTime() + 5_000) },
      { fileName: 'b.py', content: python('run_it'), source: 'web' },
    )
    expect(await found(ctx, 'run')).toEqual(['b.py:run_it', 'a.py:run_it'])
    await setFavorites(ctx, [id], true)
    expect(await found(ctx, 'run')).toEqual(['a.py:run_it', 'b.py:run_it'])
    expect(await searchSymbols(ctx, 'run', { limit: 1 })).toMatchObject({
      hits: [{ file: { fileName: 'a.py' } }],
      hasMore: true,
    })
  })
})
