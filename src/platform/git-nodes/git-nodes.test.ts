import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type GitServer, startGitServer } from '../../../test/git-server.ts'
import { type LocalMirror, type Mirror, openMirrors } from '../git/mirrors.ts'
import { GitFailure } from '../git/process.ts'
import { type NodeOptions, remoteMirror } from './client.ts'
import { createGitNodeServer } from './server.ts'

const SECRET = 'secret-of-the-nodes'
const ID = '0190f000000070008000000000000001'
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-node-'))
let host: GitServer
let server: Server
let address: string
let local: LocalMirror
let remote: Mirror
let head: string
let parent: string
let blob: string
const unreachable: string[] = []
const troubles: unknown[] = []
const options: NodeOptions = { secret: SECRET, onUnreachable: (id) => unreachable.push(id) }

beforeAll(async () => {
  host = await startGitServer()
  const origin = host.create('noa/tools')
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`many/f${i}.ts`, `needle ${i}\n`]))
  parent = origin.commit({ put: { 'src/a.ts': 'one\ntwo\nneedle\n', 'caf\\xE9.txt': 'latin\n', ...many } })
  head = origin.commit({ rename: { 'src/a.ts': 'src/b.ts' }, put: { 'big.bin': Buffer.alloc(300_000, 7) } })
  blob = origin.git('rev-parse', `${head}:big.bin`)
  host.state.tokens.add('token')
  const mirrors = openMirrors({
    dir,
    spoolDir: join(dir, 'spool'),
    hosts: [],
    testHosts: true,
    maxBytes: 50_000_000,
    maxFiles: 100_000,
    syncSeconds: 20,
    syncEverySeconds: 3600,
    upload: true,
  })
  local = mirrors.local(ID)
  await local.fetch({ url: host.url('noa/tools'), branch: 'main', seconds: 20, onProgress: () => undefined })
  server = createGitNodeServer({ mirror: mirrors.local, secret: SECRET, onTrouble: (error) => troubles.push(error) })
  address = await listening(server)
  remote = remoteMirror(address, ID, options)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await host[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(() => {
  unreachable.length = 0
  troubles.length = 0
})

async function listening(started: Server): Promise<string> {
  started.listen(0, '127.0.0.1')
  await once(started, 'listening')
  const at = started.address()
  return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Every method once, so that none can be added without being compared. `push` writes, and has a test of its own. */
const CALLS = {
  isReadable: (mirror) => mirror.isReadable(),
  hasCommit: (mirror) => mirror.hasCommit(head),
  tree: async (mirror) => (await collect(mirror.tree(head))).flat(),
  folder: async (mirror) => [await mirror.folder(head, ''), await mirror.folder(head, 'many/')],
  blob: (mirror) => mirror.blob(blob, 1_000),
  blobStream: async (mirror) => (await buffer(mirror.blobStream(blob))).toString('base64'),
  blobs: (mirror) => mirror.blobs([`${head}:src/b.ts`, `${head}:none`], 1_000),
  findBlobs: (mirror) => mirror.findBlobs([`${head}:src/b.ts`, `${head}:none`]),
  grep: async (mirror) => {
    const query = { commit: head, words: 'NEEDLE', skip: [Buffer.from('many/f1.ts')] }
    const options = { isAllMatch: true, isCaseSensitive: true, linesPerFile: null, lineChars: 5, seconds: 9 }
    const several = { ...query, words: 'needle', options: { ...options, also: ['e'] } }
    return [await collect(mirror.grep(query)), await collect(mirror.grep(several))]
  },
  history: (mirror) => collect(mirror.history({ commit: head, path: 'src/b.ts' })),
  latest: (mirror) => mirror.latest(head, 5),
  lastCommits: (mirror) => mirror.lastCommits(head, 'src', ['b.ts', 'none']),
  touched: (mirror) => mirror.touched(head, 5),
  changes: (mirror) => collect(mirror.changes(parent, head)),
  parentOf: (mirror) => mirror.parentOf(head),
  blame: (mirror) => mirror.blame(head, 'src/b.ts'),
} satisfies Record<Exclude<keyof Mirror, 'push'>, (mirror: Mirror) => Promise<unknown>>

describe('a mirror at a git node', () => {
  it.each(Object.entries(CALLS))('%s answers as on its own disk', async (_, call) => {
    expect(await call(remote)).toEqual(await call(local))
    expect(unreachable).toEqual([])
  })

  test('push sends one file', async () => {
    const author = { name: 'Dana', email: 'dana@example.org', at: new Date('2026-01-01') }
    const pushed = await remote.push({
      url: host.url('noa/tools'),
      branch: 'side',
      startsAt: head,
      path: 'new.ts',
      content: 'שלום\n',
      message: 'add',
      author,
      token: 'token',
      expects: [null],
    })
    expect(pushed).toMatchObject({ outcome: 'pushed', isNewBranch: true })
  })

  test('a failure of git arrives with its reason', async () => {
    const missing = remote.blob('0'.repeat(40), 10)
    await expect(missing).rejects.toThrow(GitFailure)
    await expect(missing).rejects.toMatchObject({
      trouble: 'failed',
      stderr: expect.stringContaining('0000') as string,
    })
    expect(unreachable).toEqual([])
  })

  test('leaving a long answer early ends it at the node', async () => {
    const closed = new Promise<void>((resolve) => {
      server.once('request', (_, response: ServerResponse) => response.once('close', resolve))
    })
    for await (const match of remote.grep({ commit: head, words: 'needle', skip: [] })) {
      expect(match.line).toBeGreaterThan(0)
      break
    }
    await closed
    expect(troubles).toEqual([])
  })
})

describe('a caller that leaves', () => {
  const gitProcesses = (): number =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => commandOf(pid).includes(dir) && commandOf(pid).includes('cat-file')).length
  const commandOf = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return '' // ended since we looked
    }
  }

  test('ends git at the node while it waits to send a large file', async () => {
    const large = await largeBlob()
    for (let i = 0; i < 5; i++)
      for await (const chunk of remote.blobStream(large) as AsyncIterable<Buffer>) {
        expect(chunk.length).toBeGreaterThan(0)
        break
      }
    await expect.poll(gitProcesses).toBe(0)
    expect(troubles).toEqual([])
  })

  /** Larger than the buffers between git and the caller. */
  async function largeBlob(): Promise<string> {
    const origin = host.create('noa/large')
    origin.commit({ put: { 'large.bin': randomBytes(30_000_000) } })
    await local.fetch({ url: host.url('noa/large'), branch: 'main', seconds: 60, onProgress: () => undefined })
    return origin.git('rev-parse', 'main:large.bin')
  }
})

describe('a request that a git node refuses', () => {
  const send = (path: string, body: string, secret = SECRET) =>
    fetch(`${address}${path}`, { method: 'POST', body, headers: { authorization: `Bearer ${secret}` } })

  it.each([
    ['another secret', `/mirrors/${ID}/isReadable`, '[]', 'guess', 401],
    ['an unknown method', `/mirrors/${ID}/remove`, '[]', SECRET, 404],
    ['a method of every object', `/mirrors/${ID}/constructor`, '[]', SECRET, 404],
    ['a path instead of an id', '/mirrors/..%2Fetc/isReadable', '[]', SECRET, 404],
  ])('%s', async (_, path, body, secret, status) => {
    expect((await send(path, body, secret)).status).toBe(status)
  })

  it.each([
    ['an option instead of a commit', 'tree', '["--output=/tmp/x"]'],
    ['too many arguments', 'parentOf', `["${'a'.repeat(40)}", 1]`],
    ['no JSON', 'isReadable', '{'],
    ['millions of values', 'findBlobs', `[[${'[],'.repeat(1_000_000)}[]]]`],
  ])('%s closes the connection, and is reported', async (_, method, body) => {
    await expect(send(`/mirrors/${ID}/${method}`, body).then((answer) => answer.text())).rejects.toThrow(
      /terminated|fetch failed/,
    )
    expect(troubles).toHaveLength(1)
  })
})

describe('a git node that does not answer', () => {
  test('is reported, and its mirrors are not readable', async () => {
    const gone = remoteMirror('http://127.0.0.1:1', ID, options)
    expect(await gone.isReadable()).toBe(false)
    await expect(gone.parentOf(head)).rejects.toThrow(GitFailure)
    expect(unreachable).toEqual([ID, ID])
  })

  test('half an answer is a failure, not a short answer', async () => {
    const cut = createServer((request, response) => {
      request.resume()
      response.writeHead(200).flushHeaders()
      response.write(Buffer.from([0, 0, 0, 1]), () => response.destroy())
    })
    const mirror = remoteMirror(await listening(cut), ID, options)
    await expect(collect(mirror.tree(head))).rejects.toThrow(GitFailure)
    expect(unreachable).toEqual([ID])
    cut.close()
  })
})
