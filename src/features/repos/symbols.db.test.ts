import fc from 'fast-check'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchName, MATCH_RANKS } from '#base/symbol-match.ts'
import { type Offload, runInline, type Task, TaskError } from '#platform/threads.ts'
import { remindOfChanges } from '#features/reminders/public.ts'
import { runOnce } from '../../../test/job.ts'
import { ctxOf } from '../../../test/libraries.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { diskJobs } from './jobs.ts'
import { listRepos } from './service/repos.ts'
import { searchRepoSymbols } from './service/find-symbols.ts'
import type { SymbolFilter } from './store/mirror-symbols.ts'

let stage: RepoStage
let count = 0
beforeAll(async () => {
  stage = await repoStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

const person = () => stage.app.user(`Person ${(count += 1)}`)

function origin(put: Record<string, string | Buffer>) {
  const name = `noa/symbols${(count += 1)}`
  const repository = stage.server.create(name)
  repository.commit({ put })
  return { name, repository }
}

const EVERYWHERE: SymbolFilter = { languages: { any: [], none: [] }, paths: { any: [], none: [] } }

async function search(user: TestUser, wanted: string, how: Partial<Parameters<typeof searchRepoSymbols>[2]> = {}) {
  const ctx = ctxOf(stage.app, user.id)
  return searchRepoSymbols(ctx, wanted, { repos: await listRepos(ctx), limit: 20, filter: EVERYWHERE, ...how })
}

const found = async (...args: Parameters<typeof search>) =>
  (await search(...args)).hits.map(({ path, symbol }) => `${path}:${symbol.line}:${symbol.name}`)

/** The job, with a thread that is `offload`. */
async function readWith(offload: Offload, signal?: AbortSignal) {
  const parts = { offload: runInline, symbols: offload, remind: remindOfChanges }
  const jobs = diskJobs(stage.mirrors, parts, { node: null, mayTakeOver: () => false })
  const job = jobs.find(({ id }) => id === 'read_repo_symbols')
  if (!job) throw new Error('no job')
  return runOnce(stage.app, job.run, undefined, signal)
}

/** Counts the texts that are parsed, and calls `before` with the number of each. */
function counting(before: (n: number) => void = () => undefined) {
  const parsed = { n: 0 }
  const offload = <In, Out>(task: Task<In, Out>, input: In): Promise<Out> => {
    before((parsed.n += 1))
    return runInline(task, input)
  }
  return { parsed, offload }
}

const storedOf = async (repoId: string) => {
  const { rows } = await stage.app.pool.query<{ oid: string; language: string; isStopped: boolean }>(
    `select oid, language, symbols is null as "isStopped" from mirror_symbols where mirror_id = $1`,
    [await stage.mirrorIdOf(repoId)],
  )
  return rows
}

const python = (...names: string[]) => names.map((name) => `def ${name}():\n    pass\n`).join('')
const files = (n: number, content = (i: number) => python(`number_${i}`)) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`src/f${i}.py`, content(i)]))

describe('symbols of repositories', () => {
  test('are found by every kind of match, with the line of their name', async () => {
    const dana = await person()
    const { name } = origin({
      'src/body.ts': 'export class Body {\n  normaliseBodyFields() {}\n}\n',
      'lib/body.py': '\ndef body():\n    pass\n',
      'readme.md': 'body\n',
    })
    await stage.mirror(dana, name)
    expect(await search(dana, 'body')).toEqual({ hits: [], hasMore: false, unread: 1 })
    const { events, processed } = await stage.readSymbols()
    expect(processed).toBe(2)
    expect(events).toMatchObject([{ name: 'repo_symbols_read', fields: { read: 2, stopped: 0 } }])
    expect(await found(dana, 'body')).toEqual([
      'lib/body.py:2:body',
      'src/body.ts:1:Body',
      'src/body.ts:2:normaliseBodyFields',
    ])
    for (const wanted of ['normaliseBodyFields', 'norm', 'nBF', 'fields', 'aliseB'])
      expect(await found(dana, wanted), wanted).toEqual(['src/body.ts:2:normaliseBodyFields'])
    expect(await found(dana, 'ody', { limit: 1 })).toEqual(['lib/body.py:2:body'])
    expect(await search(dana, 'ody', { limit: 1 })).toMatchObject({ hasMore: true, unread: 0 })
    expect(await found(dana, '')).toEqual([])
    expect((await search(dana, 'nBF')).hits[0]).toMatchObject({
      language: 'TypeScript',
      symbol: { kind: 'method', container: 'Body' },
      rank: 'hump',
    })
  })

  test('are filtered by language and path', async () => {
    const dana = await person()
    const { name } = origin({ 'a/x.ts': 'function pick() {}', 'B/x.py': python('pick'), 'B/copy.py': python('pick') })
    await stage.mirror(dana, name)
    await stage.readSymbols()
    const where = (languages: Partial<SymbolFilter['languages']>, paths: Partial<SymbolFilter['paths']> = {}) =>
      found(dana, 'pick', {
        filter: { languages: { any: [], none: [], ...languages }, paths: { any: [], none: [], ...paths } },
      })
    const [ts, one, two] = ['a/x.ts:1:pick', 'B/copy.py:1:pick', 'B/x.py:1:pick']
    expect(await where({})).toEqual([one, two, ts])
    expect(await where({ any: ['TypeScript'] })).toEqual([ts])
    expect(await where({ none: ['TypeScript'] })).toEqual([one, two])
    expect(await where({}, { any: ['b/', 'copy'] })).toEqual([one])
    expect(await where({}, { none: ['b/'] })).toEqual([ts])
  })

  test('of a shared mirror are read once and found by everyone who has it, and by nobody else', async () => {
    const [dana, noa, stranger] = [await person(), await person(), await person()]
    const shared = origin(files(3, (i) => python(`shared_word_${i}`)))
    const own = origin(files(3, (i) => python(`shared_word_${i}_of_dana`)))
    await stage.mirror(dana, shared.name)
    await stage.mirror(dana, own.name)
    await stage.mirror(noa, shared.name)
    const { parsed, offload } = counting()
    await readWith(offload)
    expect(parsed.n).toBe(6)
    expect(await found(dana, 'shared')).toHaveLength(6)
    expect(await found(noa, 'shared')).toHaveLength(3)
    expect(await found(noa, 'dana')).toEqual([])
    expect(await found(stranger, 'shared')).toEqual([])
    // As an attacker would: another user's repository is not among those of the caller.
    const ctx = ctxOf(stage.app, stranger.id)
    expect(await listRepos(ctx)).toEqual([])
  })

  test('are as without an index, for any text that is typed', async () => {
    const dana = await person()
    const WORDS = ['get', 'Body', 'Fields', '_user', 'HTTP', 'x2', 'סכום', 'Value']
    const names = Array.from({ length: 400 }, (_, i) =>
      [WORDS[(i * 7) % 8], WORDS[(i + 3) % 5], WORDS[(i * 3) % 7], i % 40 === 1 ? `Rare${i}` : ''].join(''),
    ).map((name) => (/^\d/.test(name) ? `n${name}` : name))
    const { name } = origin(files(100, (i) => python(...names.slice(i * 4, i * 4 + 4))))
    await stage.mirror(dana, name)
    await stage.readSymbols()
    const typed = fc.sample(
      fc
        .tuple(fc.constantFrom(...names), fc.nat(8), fc.integer({ min: 1, max: 9 }))
        .map(([each, from, length]) => each.slice(from, from + length)),
      { numRuns: 40, seed: 3 },
    )
    for (const wanted of [...typed, 'gBF', 'gb', 'rare', '_']) {
      const hits = await search(dana, wanted, { limit: 1_000 })
      const expected = MATCH_RANKS.flatMap((rank) => names.filter((each) => matchName(each, wanted)?.rank === rank))
      const byName = (list: readonly string[]) => list.toSorted()
      expect(byName(hits.hits.map(({ symbol }) => symbol.name)), wanted).toEqual(byName(expected))
      const few = await search(dana, wanted, { limit: 5 })
      expect(few.hits.map(({ rank }) => rank)).toEqual(hits.hits.slice(0, 5).map(({ rank }) => rank))
      expect(few.hasMore).toBe(expected.length > 5)
    }
  })
})

describe('the job', () => {
  test('parses only the files that a sync changed, and deletes the symbols of those that are gone', async () => {
    const dana = await person()
    const { name, repository } = origin(files(100))
    const id = await stage.mirror(dana, name)
    const first = counting()
    await readWith(first.offload)
    expect(first.parsed.n).toBe(100)
    const changed = Object.fromEntries([1, 2, 3].map((i) => [`src/f${i}.py`, python(`changed_${i}`)] as const))
    repository.commit({ put: changed, remove: ['src/f9.py'], rename: { 'src/f8.py': 'moved.py' } })
    await stage.resync(dana, id)
    expect(await found(dana, 'number_1')).toContain('src/f10.py:1:number_10')
    expect(await found(dana, 'number_1')).not.toContain('src/f1.py:1:number_1')
    expect(await search(dana, 'changed')).toEqual({ hits: [], hasMore: false, unread: 1 })
    const { parsed, offload } = counting()
    await readWith(offload)
    expect(parsed.n).toBe(3)
    expect(await found(dana, 'changed')).toHaveLength(3)
    expect(await found(dana, 'number_8')).toContain('moved.py:1:number_8')
    expect(await found(dana, 'number_9')).not.toContain('src/f9.py:1:number_9')
    expect(await storedOf(id)).toHaveLength(99)
    expect((await search(dana, 'changed')).unread).toBe(0)
  })

  test('goes on after it was stopped, and after its process died', async () => {
    const dana = await person()
    const { name } = origin(files(450))
    const id = await stage.mirror(dana, name)
    const stop = new AbortController()
    const first = counting((n) => n === 250 && stop.abort())
    await readWith(first.offload, stop.signal)
    expect(await storedOf(id)).toHaveLength(200)
    expect((await search(dana, 'number')).unread).toBe(1)
    expect(await found(dana, 'number_1')).not.toEqual([])
    const mirrorId = await stage.mirrorIdOf(id)
    const until = new Date(stage.app.clock.now.getTime() + 45_000)
    await stage.app.pool.query(
      'update mirrors set symbols_at = null, symbols_id = gen_random_uuid(), symbols_until = $2 where id = $1',
      [mirrorId, until],
    )
    const second = counting()
    await readWith(second.offload)
    expect(second.parsed.n).toBe(0)
    stage.app.advance(60)
    await readWith(second.offload)
    expect(second.parsed.n).toBe(250)
    expect(await storedOf(id)).toHaveLength(450)
    expect((await search(dana, 'number')).unread).toBe(0)
    const at = (part: string) =>
      found(dana, 'number', { limit: 500, filter: { ...EVERYWHERE, paths: { any: [part], none: ['f3'] } } })
    expect(await at('src/')).toHaveLength(450 - 111)
    expect(await at('f44')).toHaveLength(11)
    expect(await at('nowhere')).toEqual([])
  })

  test('stores what was parsed when no thread is free, and goes on with the rest in the next turn', async () => {
    const dana = await person()
    const { name } = origin(files(6))
    const id = await stage.mirror(dana, name)
    const busyAfter = (most: number) =>
      counting((n) => {
        if (n > most) throw new TaskError('busy', 'no thread')
      })
    expect((await readWith(busyAfter(4).offload)).events).toMatchObject([
      { name: 'repo_symbols_read', fields: { read: 4, stopped: 0 } },
    ])
    expect(await storedOf(id)).toHaveLength(4)
    expect((await search(dana, 'number')).unread).toBe(1)
    stage.app.advance(2)
    const none = await readWith(busyAfter(0).offload)
    expect(none.events).toMatchObject([{ name: 'repo_symbols_error', fields: { failures: 1 } }])
    stage.app.advance(60)
    const rest = counting()
    await readWith(rest.offload)
    expect(rest.parsed.n).toBe(2)
    expect((await search(dana, 'number')).unread).toBe(0)
  })

  test('skips other languages, and counts what cannot be parsed', async () => {
    const dana = await person()
    const { name } = origin({
      'a.py': python('fine'),
      'notes.md': '# not code\n',
      'image.png': Buffer.from([0, 1, 2]),
      'binary.py': Buffer.from([0, 1, 2]),
      'large.py': `${python('large')}${'#'.repeat(2 * 1024 * 1024)}\n`,
      'slow.py': python('slow'),
    })
    const id = await stage.mirror(dana, name)
    const slow = async <In, Out>(task: Task<In, Out>, input: In): Promise<Out> => {
      if (JSON.stringify(input).includes('slow')) throw new TaskError('deadline', 'too slow')
      return runInline(task, input)
    }
    const { events } = await readWith(slow)
    expect(events).toMatchObject([{ name: 'repo_symbols_read', fields: { read: 4, stopped: 2 } }])
    expect(await found(dana, 'fine')).toEqual(['a.py:1:fine'])
    expect((await storedOf(id)).filter(({ isStopped }) => isStopped)).toHaveLength(2)
    expect((await search(dana, 'fine')).unread).toBe(0)
  })

  test('tries again later when the mirror cannot be read', async () => {
    const dana = await person()
    const { name } = origin(files(2))
    const id = await stage.mirror(dana, name)
    const folder = await stage.folderOf(id)
    await rm(folder, { recursive: true })
    const { events } = await stage.readSymbols()
    expect(events).toMatchObject([{ name: 'repo_symbols_error', fields: { failures: 1 } }])
    expect((await stage.readSymbols()).events).toEqual([])
    await stage.resync(dana, id)
    stage.app.advance(60)
    expect((await stage.readSymbols()).processed).toBe(2)
    expect(await found(dana, 'number')).toHaveLength(2)
  })

  test('does not search a commit that the list does not have, and reports the repository', async () => {
    const dana = await person()
    const { name, repository } = origin({ 'a.py': python('before') })
    const id = await stage.mirror(dana, name)
    const old = repository.head()
    repository.commit({ put: { 'a.py': python('after') } })
    await stage.resync(dana, id)
    await stage.readSymbols()
    expect(await found(dana, 'after')).toEqual(['a.py:1:after'])
    await stage.app.pool.query('update repos set head = $2 where id = $1', [id, old])
    for (const wanted of ['before', 'after'])
      expect(await search(dana, wanted)).toEqual({ hits: [], hasMore: false, unread: 1 })
  })

  test('leaves nothing behind of a repository that was removed', async () => {
    const dana = await person()
    const { name } = origin(files(2))
    const id = await stage.mirror(dana, name)
    const mirrorId = await stage.mirrorIdOf(id)
    await stage.readSymbols()
    const countRows = async () =>
      (await stage.app.pool.query('select from mirror_symbols where mirror_id = $1', [mirrorId])).rowCount
    expect(await countRows()).toBe(2)
    await dana.delete(`/api/repos/${id}`)
    expect(await found(dana, 'number')).toEqual([])
    await stage.sweep()
    expect(await countRows()).toBe(0)
    // Written by a job that had not noticed the deletion.
    await stage.app.pool.query(`insert into mirror_symbols values ($1, repeat('a', 40), 'Python', '', '[]')`, [
      mirrorId,
    ])
    await stage.sweep('all')
    expect(await countRows()).toBe(0)
  })
})
