import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type GitServer, startGitServer } from '../../../test/git-server.ts'
import type { RepoLimits } from '../config/repos.ts'
import { pinAddress, PrivateAddress } from './address.ts'
import { openMirrors } from './mirrors.ts'
import { readPath } from './tree.ts'

let server: GitServer
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-mirrors-'))
const limits: RepoLimits = {
  dir,
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
const newMirror = () => mirrors.of(`0190f00000007000800000000000${String((ids += 1)).padStart(4, '0')}`)
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
    expect(await mirror.askRemote(url, null)).toEqual({ branch: 'main', commit: second })
    expect(await mirror.fetch({ url, branch: 'main', ...quiet })).toEqual({ commit: second, branch: 'main' })
    const tree = (await collect(mirror.tree(second))).flat()
    expect(tree.map(({ path, kind, size }) => ({ path, kind, size }))).toEqual([
      { path: 'README.md', kind: 'file', size: 5 },
      { path: 'src/b.ts', kind: 'file', size: 31 },
    ])
    const history = await collect(mirror.history({ commit: second, path: 'src/b.ts' }))
    expect(history.map(({ author, subject, path, wasCalled }) => ({ author, subject, path, wasCalled }))).toEqual([
      { author: 'Dana', subject: 'moved', path: 'src/b.ts', wasCalled: 'src/a.ts' },
      { author: 'Noa', subject: 'first', path: 'src/a.ts', wasCalled: null },
    ])
    expect(await collect(mirror.grep(second, 'NEEDLE'))).toEqual([{ path: 'src/b.ts', line: 5, text: 'needle here' }])
    expect(await collect(mirror.grep(second, 'no such words'))).toEqual([])
    const blame = await mirror.blame(second, 'src/b.ts')
    expect(blame.map(({ start, end, author }) => ({ start, end, author }))).toEqual([
      { start: 1, end: 4, author: 'Noa' },
      { start: 5, end: 5, author: 'Dana' },
    ])
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
    expect(await newMirror().askRemote(server.url('noa/empty'), null)).toBeNull()
    expect(await newMirror().askRemote(server.url('noa/tools'), 'gone')).toBeNull()
  })
})

describe('what a server may do to us', () => {
  it.each([
    ['hang', 'timeout'],
    ['drip', 'timeout'],
    ['redirect', 'failed'],
    ['ask_password', 'failed'],
    ['forbid', 'failed'],
  ] as const)('%s: %s, within the time limit', async (behaviour, trouble) => {
    server.state.behaviour = behaviour
    const short = openMirrors({ ...limits, syncSeconds: 1 }).of('0190f000000070008000000000009999')
    const started = performance.now()
    await expect(short.askRemote(server.url('noa/tools'), null)).rejects.toMatchObject({ trouble })
    expect(performance.now() - started).toBeLessThan(3_000)
    server.state.behaviour = 'answer'
  })

  test('a repository over the size limit is cut off', async () => {
    const origin = server.create('noa/large')
    const noise = Buffer.from(Array.from({ length: 400_000 }, (_, i) => (i * 7919 * (i % 251)) & 255))
    origin.commit({ put: { 'noise.bin': noise } })
    const small = openMirrors({ ...limits, maxBytes: 10_000 }).of('0190f000000070008000000000009998')
    const fetched = small.fetch({ url: server.url('noa/large'), branch: 'main', ...quiet })
    await expect(fetched).rejects.toMatchObject({ trouble: 'too_large' })
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
    expect(readPath(bytes)).toEqual({ path, raw: isText ? null : bytes })
  })
})
