import { chmodSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CodeIndex, openCodeIndex } from '#platform/code-index/client.ts'
import type { CodeQuery } from '#platform/code-index/query.ts'
import { searchCode } from '#platform/code-index/ask-index.ts'
import { indexStage, type IndexStage, LIMITS, queryFor } from '../../../test/code-index.ts'
import type { TestUser } from '../../../test/repos.ts'
import { findZoekt } from '../../../test/zoekt.ts'
import { findIndexed as indexedOf } from './store/code-index.ts'

const bin = findZoekt()

let stage: IndexStage
let dana: TestUser
beforeAll(async () => {
  if (bin === null) return
  stage = await indexStage(bin)
  dana = await stage.app.user('Dana')
})
afterAll(async () => {
  if (bin !== null) await stage[Symbol.asyncDispose]()
})
beforeEach(async () => {
  if (bin === null) return
  stage.app.advance(100)
  await stage.app.pool.query(`update mirrors set next_sync_at = '2099-01-01'`)
})

type Found = Extract<Awaited<ReturnType<IndexStage['search']>>, { is: 'found' }>

async function find(names: readonly string[], query: CodeQuery, options: Parameters<IndexStage['search']>[3] = {}) {
  const outcome = await stage.search(dana, names, query, options)
  if (outcome.is !== 'found') throw new Error(`not found but ${outcome.is}`)
  return outcome
}

const placesOf = ({ files }: Pick<Found, 'files'>) =>
  files.flatMap(({ path, lines }) => lines.map(({ line }) => `${path}:${line}`)).toSorted()

/** The server loads new shards by itself, a moment after they are written. */
async function findIndexed(names: readonly string[], query: CodeQuery): Promise<Found> {
  for (let i = 0; i < 100; i++) {
    const found = await find(names, query)
    if (found.byGit.length === 0) return found
    await wait(50)
  }
  throw new Error('the server did not load the index')
}

const nextName = (() => {
  let n = 0
  return () => `noa/index${(n += 1)}`
})()

function origin(files: Parameters<ReturnType<IndexStage['server']['create']>['commit']>[0]['put']) {
  const name = nextName()
  const repository = stage.server.create(name)
  repository.commit({ put: files ?? {} })
  return { name, repository }
}

describe.skipIf(bin === null)('the code index', () => {
  test('answers after the first sync and its indexing, with ranges in UTF-16 offsets', async () => {
    const { name } = origin({ 'src/a.ts': 'const שלום = "🙂 needle"\nnothing\nNeedle\n', 'b.md': 'no match\n' })
    await stage.mirror(dana, name)
    const before = await find([name], queryFor('needle'))
    expect(before).toMatchObject({ byGit: [name], indexFailure: null })
    expect((await stage.index()).processed).toBe(1)
    const after = await findIndexed([name], queryFor('needle'))
    expect(placesOf(after)).toEqual(['src/a.ts:1', 'src/a.ts:3'])
    expect(after.files).toEqual(before.files)
    const [line] = after.files[0]?.lines ?? []
    expect(line?.ranges.map(({ from, to }) => line.text.slice(from, to))).toEqual(['needle'])
    expect((await stage.index()).processed).toBe(0)
  })

  test('follows a sync of 1,000 changed files within 10 seconds, without lines of the earlier commit', async () => {
    const file = (i: number) => `d${i % 20}/f${i}.ts`
    const put = (n: number, word: string) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [file(i), `export const ${word}${i} = ${i}\n`.repeat(20)]))
    const { name, repository } = origin(put(2_000, 'before'))
    const id = await stage.indexed(dana, name)
    await findIndexed([name], queryFor('before'))
    repository.commit({ put: put(1_000, 'after'), remove: [file(1_500)] })
    await stage.resync(dana, id)
    const started = performance.now()
    await stage.index()
    const found = await findIndexed([name], queryFor('after7 '))
    const seconds = (performance.now() - started) / 1000
    expect(placesOf(found)).toHaveLength(20)
    expect(seconds).toBeLessThan(10)
    expect((await findIndexed([name], queryFor('before7 '))).files).toEqual([])
    expect((await findIndexed([name], queryFor('before1500 '))).files).toEqual([])
    expect((await findIndexed([name], queryFor('before1700 '))).files).toHaveLength(1)
  })

  test('is not asked about a pinned older commit, which git searches', async () => {
    const { name, repository } = origin({ 'a.txt': 'oldest words\n' })
    const old = repository.head()
    repository.commit({ put: { 'a.txt': 'newest words\n' } })
    await stage.indexed(dana, name)
    await findIndexed([name], queryFor('words'))
    const found = await find([name], queryFor('oldest'), { at: old })
    expect(found.byGit).toEqual([name])
    expect(placesOf(found)).toEqual(['a.txt:1'])
  })

  test('serves the earlier shards after the indexer was killed, and the next run finishes', async () => {
    const { name, repository } = origin({ 'a.txt': 'steady words\n' })
    const id = await stage.indexed(dana, name)
    await findIndexed([name], queryFor('steady'))
    repository.commit({ put: { 'a.txt': 'changed words\n', 'b.txt': 'changed too\n'.repeat(200_000) } })
    await stage.resync(dana, id)
    const killed = await stage.index(await killedIndexer())
    expect(killed.events.map((each) => each.name)).toEqual(['code_index_build_error'])
    expect(readdirSync(join(stage.zoekt.dir, 'building'))).toEqual([])
    expect(JSON.stringify(await stage.zoekt.ask('content:"steady words"'))).toContain('"FileName":"a.txt"')
    expect(await find([name], queryFor('changed words'))).toMatchObject({ byGit: [name], files: [{ path: 'a.txt' }] })
    stage.app.advance(3_600)
    expect(await stage.index()).toMatchObject({ processed: 1, events: [] })
    expect(placesOf(await findIndexed([name], queryFor('changed words')))).toEqual(['a.txt:1'])
    expect((await findIndexed([name], queryFor('steady'))).files).toEqual([])
  })

  test('is built again where a process died with the claim', async () => {
    const { name } = origin({ 'a.txt': 'orphaned claim\n' })
    const id = await stage.mirror(dana, name)
    const mirrorId = await stage.mirrorIdOf(id)
    const claim = `update mirrors set index_number = 1, index_id = gen_random_uuid(), index_until = $2 where id = $1`
    await stage.app.pool.query(claim, [mirrorId, new Date(stage.app.clock.now.getTime() + 45_000)])
    expect((await stage.index()).processed).toBe(0)
    stage.app.advance(60)
    expect((await stage.index()).processed).toBe(1)
    expect(placesOf(await findIndexed([name], queryFor('orphaned')))).toEqual(['a.txt:1'])
  })

  test('finds nothing in a repository whose files are all gone', async () => {
    const { name, repository } = origin({ 'a.txt': 'here today\n' })
    const id = await stage.indexed(dana, name)
    await findIndexed([name], queryFor('today'))
    repository.commit({ remove: ['a.txt'] })
    await stage.resync(dana, id)
    await stage.index()
    expect((await find([name], queryFor('today'))).files).toEqual([])
  })

  test('of a removed repository is deleted, and one whose shards are missing is built again', async () => {
    const { name } = origin({ 'a.txt': 'short lived\n' })
    const id = await stage.indexed(dana, name)
    const mirrorId = await stage.mirrorIdOf(id)
    const shards = () => readdirSync(stage.zoekt.dir).filter((each) => each.startsWith(mirrorId))
    await findIndexed([name], queryFor('lived'))
    for (const shard of shards()) await rm(join(stage.zoekt.dir, shard))
    await stage.sweepIndex()
    expect((await stage.index()).processed).toBe(1)
    expect(shards()).not.toEqual([])
    await dana.delete(`/api/repos/${id}`)
    await stage.sweep()
    await stage.sweepIndex()
    expect(shards()).toEqual([])
  })

  test('finds what is in a commit that the server loads during the search', async () => {
    const { name, repository } = origin({ 'a.txt': 'late words\n' })
    const mirrorId = await stage.mirrorIdOf(await stage.indexed(dana, name))
    await findIndexed([name], queryFor('late'))
    const isLoaded = async () => JSON.stringify(await stage.zoekt.ask('content:"late words"')).includes('a.txt')
    const shards = readdirSync(stage.zoekt.dir).filter((each) => each.startsWith(mirrorId))
    const away = mkdtempSync(join(tmpdir(), 'codeshelf-shards-'))
    const move = (from: string, to: string) => shards.forEach((each) => renameSync(join(from, each), join(to, each)))
    move(stage.zoekt.dir, away)
    await expect.poll(isLoaded).toBe(false)
    const index = openCodeIndex({ url: stage.zoekt.url })
    let searched: Promise<unknown> = Promise.resolve()
    const search: CodeIndex['search'] = (...args) => {
      const result = index.search(...args)
      searched = result
      return result
    }
    /** The server loads the commit after a search that was asked at the same time. */
    const served: CodeIndex['served'] = async (...args) => {
      await nextTurn()
      await searched
      move(away, stage.zoekt.dir)
      await expect.poll(isLoaded).toBe(true)
      return index.served(...args)
    }
    const deps = {
      index: { ...index, search, served },
      states: (ids: readonly string[]) => indexedOf(stage.app.db, ids),
    }
    const mirrors = [{ mirrorId, commit: repository.head() }]
    const found = await searchCode(deps, { mirrors, query: queryFor('late'), limits: LIMITS })
    await rm(away, { recursive: true })
    expect(found).toMatchObject({ is: 'found', files: [{ path: 'a.txt' }], unsearched: [] })
  })

  test('is served after it was built anew over shards with hidden files', async () => {
    const { name, repository } = origin({ 'a.txt': 'words of commit 0\n', 'b.txt': 'unchanged\n' })
    const id = await stage.indexed(dana, name)
    const mirrorId = await stage.mirrorIdOf(id)
    for (let i = 1; i <= 6; i++) {
      repository.commit({ put: { 'a.txt': `words of commit ${i}\n` } })
      await stage.resync(dana, id)
      // After a failure nothing is built on top of the existing shards.
      if (i % 2 === 0) await stage.app.pool.query(`update mirrors set index_failures = 1 where id = $1`, [mirrorId])
      await stage.index()
      expect(placesOf(await findIndexed([name], queryFor(`commit ${i}`)))).toEqual(['a.txt:1'])
    }
  })

  test('finds names and texts that are not UTF-8', async () => {
    const { name } = origin({
      'caf\\xE9.txt': Buffer.from('latin1 caf\xe9 needle\n', 'latin1'),
      'a\\b.txt': 'a needle\n',
      'שם.txt': 'needle בעברית\n',
    })
    await stage.indexed(dana, name)
    const found = await findIndexed([name], queryFor('needle'))
    const byGit = await find([name], queryFor('needle'), { by: 'git' })
    expect(placesOf(found)).toEqual(['a%5Cb.txt:1', 'caf%E9.txt:1', 'שם.txt:1'])
    expect(found.files.toSorted(byPath)).toEqual(byGit.files.toSorted(byPath))
  })

  test('leaves a repository to git when it cannot name a file', async () => {
    const { name } = origin({ 'tab\tname.txt': 'a needle\n', 'b.txt': 'a needle\n' })
    await stage.indexed(dana, name)
    const found = await find([name], queryFor('needle'))
    expect(found.byGit).toEqual([name])
    expect(placesOf(found)).toEqual(['b.txt:1', 'tab%09name.txt:1'])
  })

  test('answers with fewer files where all of them would be too large an answer', async () => {
    const line = 'x'.repeat(300_000)
    const { name } = origin(
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}.txt`, `needle ${i} ${line}\n`])),
    )
    await stage.mirror(dana, name)
    await stage.index()
    const found = await findIndexed([name], queryFor('needle'))
    expect(found).toMatchObject({ isCut: true, isStopped: false, indexFailure: null })
    expect(found.files).toHaveLength(5)
  })

  test('that does not answer is reported, and git searches', async () => {
    const { name } = origin({ 'a.txt': 'unreachable words\n' })
    await stage.indexed(dana, name)
    stage.zoekt.stop()
    const found = await find([name], queryFor('unreachable'))
    const page = await dana.get(`/repos/${name}?q=unreachable`)
    await stage.zoekt.restart()
    expect(found).toMatchObject({ indexFailure: 'unreachable', byGit: [name] })
    expect(placesOf(found)).toEqual(['a.txt:1'])
    expect(page.text).toContain('<mark>unreachable</mark>')
    expect(page.text).toContain('The search index is not available right now.')
    expect(stage.app.lines.some((line) => line.includes('code_index_unavailable'))).toBe(true)
    expect(placesOf(await findIndexed([name], queryFor('unreachable')))).toEqual(['a.txt:1'])
  })

  test('searchRepos ends when its caller leaves', async () => {
    const { name } = origin({ 'a.txt': 'words\n' })
    await stage.indexed(dana, name)
    expect(await stage.search(dana, [name], queryFor('words'), { signal: AbortSignal.abort() })).toEqual({
      is: 'aborted',
    })
  })
})

const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1)

/** Runs the real indexer and kills it with SIGKILL as soon as it writes a shard. */
async function killedIndexer(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-killer-'))
  const path = join(dir, 'zoekt-git-index')
  const { program, dir: index } = stage.zoekt
  const script = `#!/bin/bash
"${program}" "$@" &
while kill -0 $! 2>/dev/null; do
  for part in "${index}"/building/*/*.tmp; do [ -e "$part" ] && kill -9 $! && exit 137; done
done
exit 1
`
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  return path
}
