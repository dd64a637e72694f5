import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type GitServer, startGitServer } from '../../../test/git-server.ts'
import type { RepoLimits } from '../config/repos.ts'
import { pinAddress, PrivateAddress } from './address.ts'
import { openMirrors } from './mirrors.ts'
import { gitRecords, MAX_RECORD_BYTES, readGit } from './run.ts'
import { decodePath } from './tree.ts'

let server: GitServer
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-mirrors-'))
const limits: RepoLimits = {
  dir,
  spoolDir: join(dir, 'spool'),
  hosts: [],
  testHosts: true,
  maxBytes: 50_000_000,
  maxFiles: 100_000,
  syncSeconds: 20,
  syncEverySeconds: 3600,
  upload: false,
}
const mirrors = openMirrors(limits)
let ids = 0
const newMirror = () => mirrors.local(`0190f00000007000800000000000${String((ids += 1)).padStart(4, '0')}`)
const quiet = { seconds: 20, onProgress: () => undefined }

beforeAll(async () => {
  server = await startGitServer()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('a mirror of a real repository', () => {
  test('has its tree, its texts and its past', async () => {
    const origin = server.create('noa/tools')
    origin.commit({ put: { 'src/a.ts': 'one\ntwo\nthree\nfour\n', 'README.md': '# hi\n' } }, { message: 'first' })
    const second = origin.commit(
      { rename: { 'src/a.ts': 'src/b.ts' }, put: { 'src/b.ts': 'one\ntwo\nthree\nfour\nneedle here\n' } },
      { message: 'moved', author: 'Dana' },
    )
    const mirror = newMirror()
    const url = server.url('noa/tools')
    expect(await mirror.readRemoteHead(url, null)).toEqual({ branch: 'main', commit: second })
    expect(await mirror.fetch({ url, branch: 'main', ...quiet })).toEqual({ commit: second, branch: 'main' })
    const tree = (await collect(mirror.tree(second))).flat()
    expect(tree.map(({ path, kind, size }) => ({ path, kind, size }))).toEqual([
      { path: 'README.md', kind: 'file', size: 5 },
      { path: 'src/b.ts', kind: 'file', size: 31 },
    ])
    const history = await collect(mirror.history({ commit: second, path: 'src/b.ts' }))
    expect(history.map(({ author, subject, path, previousPath }) => ({ author, subject, path, previousPath }))).toEqual(
      [
        { author: 'Dana', subject: 'moved', path: 'src/b.ts', previousPath: 'src/a.ts' },
        { author: 'Noa', subject: 'first', path: 'src/a.ts', previousPath: null },
      ],
    )
    expect(await collect(mirror.grep({ commit: second, words: 'NEEDLE', skip: [] }))).toEqual([
      { path: 'src/b.ts', line: 5, text: 'needle here' },
    ])
    expect(await collect(mirror.grep({ commit: second, words: 'no such words', skip: [] }))).toEqual([])
    const blame = await mirror.blame(second, 'src/b.ts')
    expect(blame).toMatchObject([
      { start: 1, end: 4, startThere: 1, author: 'Noa', previousCommit: null, previousPath: null },
      { start: 5, end: 5, startThere: 5, author: 'Dana', previousPath: 'src/a.ts' },
    ])
    expect(blame[1]?.previousCommit).toBe(await mirror.parentOf(second))
    const parent = await mirror.parentOf(second)
    const changes = await collect(mirror.changes(parent, second))
    expect(changes).toMatchObject([{ kind: 'renamed', from: 'src/a.ts', to: 'src/b.ts' }])
    expect(await collect(mirror.renames(parent ?? '', second))).toEqual([{ from: 'src/a.ts', to: 'src/b.ts' }])
    const folder = await mirror.folder(second, '')
    expect(folder.map(({ path, kind }) => ({ path, kind }))).toEqual([
      { path: 'README.md', kind: 'file' },
      { path: 'src', kind: 'folder' },
    ])
  })

  test('a branch that does not exist, and a repository without commits, have no head', async () => {
    server.create('noa/empty')
    expect(await newMirror().readRemoteHead(server.url('noa/empty'), null)).toBeNull()
    expect(await newMirror().readRemoteHead(server.url('noa/tools'), 'gone')).toBeNull()
  })
})

describe('hostile or broken servers', () => {
  it.each([
    ['hang', 'timeout'],
    ['drip', 'timeout'],
    ['redirect', 'failed'],
    ['ask_password', 'failed'],
    ['forbid', 'failed'],
  ] as const)('%s: %s, within the time limit', async (behaviour, trouble) => {
    server.state.behaviour = behaviour
    const short = openMirrors({ ...limits, syncSeconds: 1 }).local('0190f000000070008000000000009999')
    const started = performance.now()
    await expect(short.readRemoteHead(server.url('noa/tools'), null)).rejects.toMatchObject({ trouble })
    expect(performance.now() - started).toBeLessThan(10_000)
    server.state.behaviour = 'answer'
  })

  test('a repository over the size limit is cut off', async () => {
    const origin = server.create('noa/large')
    const noise = Buffer.from(Array.from({ length: 400_000 }, (_, i) => (i * 7919 * (i % 251)) & 255))
    origin.commit({ put: { 'noise.bin': noise } })
    const small = openMirrors({ ...limits, maxBytes: 10_000 }).local('0190f000000070008000000000009998')
    const fetched = small.fetch({ url: server.url('noa/large'), branch: 'main', ...quiet })
    await expect(fetched).rejects.toMatchObject({ trouble: 'too_large' })
  })
})

describe('memory of git', () => {
  const LINE = Buffer.alloc(40_000_000, 'a needle in a very long line, ')

  test('readGit stops a process that allocates more than it may', async () => {
    const origin = server.create('noa/one-line')
    const commit = origin.commit({ put: { 'long.txt': LINE } })
    const args = [`--git-dir=${origin.dir}`, 'grep', '-c', 'needle', commit]
    await expect(readGit({ args, seconds: 20, memoryMb: 24 }, 1_000)).rejects.toMatchObject({ trouble: 'memory' })
    const { bytes } = await readGit({ args, seconds: 20, memoryMb: 100 }, 1_000)
    expect(bytes.toString()).toContain('long.txt:1')
  })

  test('gitRecords cuts a record that is too long and reads on after it', async () => {
    const origin = server.create('noa/long-record')
    const commit = origin.commit({
      put: { 'a.txt': Buffer.concat([LINE.subarray(0, 5_000_000), Buffer.from('\nend')]) },
    })
    const args = [`--git-dir=${origin.dir}`, 'cat-file', 'blob', `${commit}:a.txt`]
    const records = await collect(gitRecords({ args, seconds: 20 }, 10))
    expect(records.map(({ length }) => length)).toEqual([MAX_RECORD_BYTES, 3])
  })
})

describe('addresses', () => {
  it.each(['https://127.0.0.1/a/b', 'https://localhost/a/b', 'http://example.org/a/b', 'https://[::1]/a/b'])(
    '%s is not connected to',
    async (url) => {
      await expect(pinAddress(url, true)).rejects.toBeInstanceOf(PrivateAddress)
    },
  )

  test('loopback over http only where tests are allowed', async () => {
    await expect(pinAddress('http://127.0.0.1:5/a/b', false)).rejects.toBeInstanceOf(PrivateAddress)
    expect(await pinAddress('http://127.0.0.1:5/a/b', true)).toMatchObject({ resolve: '127.0.0.1:5:127.0.0.1' })
  })
})

describe('names that are not text', () => {
  it.each([
    [Buffer.from('a/é.txt'), 'a/é.txt', true],
    [Buffer.from('a/\xE9.txt', 'latin1'), 'a/%E9.txt', false],
    [Buffer.from('a\\b.txt'), 'a%5Cb.txt', false],
    [Buffer.from('שלום\n.txt'), 'שלום%0A.txt', false],
    [Buffer.concat([Buffer.from('ש'), Buffer.from([0xff, 0xd7])]), 'ש%FF%D7', false],
  ])('%s', (bytes, path, isText) => {
    expect(decodePath(bytes)).toEqual({ path, raw: isText ? null : bytes })
  })
})
