import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { trackGrowth } from '../../../test/live-memory.ts'
import { deltaBomb, object, packOf } from '../../../test/git-packs.ts'
import {
  endlessPack,
  endlessProgress,
  endlessRefs,
  type Misbehaviour,
  sendPack,
  startHostileGitServer,
} from '../../../test/hostile-git-server.ts'
import { mirrorExists } from './disk.ts'
import { openMirrors } from './mirrors.ts'
import { GitFailure } from './process.ts'

const MIB = 1024 * 1024
const SYNC_SECONDS = 3
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-hostile-'))
const mirrors = openMirrors({
  dir,
  spoolDir: join(dir, 'spool'),
  hosts: [],
  testHosts: true,
  maxBytes: 20 * MIB,
  maxFiles: 1_000,
  syncSeconds: SYNC_SECONDS,
  syncEverySeconds: 3600,
  upload: false,
})
let ids = 0
beforeEach(() => (ids += 1))
afterAll(() => rm(dir, { recursive: true, force: true }))

const idOfTest = () => `0190f00000007000800000000000${String(ids).padStart(4, '0')}`

function fetchFrom(url: string, id = idOfTest()) {
  return mirrors.local(id).fetch({ url, branch: 'main', seconds: SYNC_SECONDS, onProgress: () => undefined })
}

/** Three hundred kilobytes that unpack to 300 MB. */
function zeros(): Buffer {
  return packOf([object(3, Buffer.alloc(300_000_000))])
}

describe('a git server that lies', () => {
  it.each([
    ['refs without end', { refs: endlessRefs }, ['timeout', 'too_large', 'memory', 'failed']],
    ['progress without end', { fetch: endlessProgress }, ['timeout']],
    ['a pack without end', { fetch: endlessPack(1_000_000) }, ['too_large', 'timeout']],
    [
      'a pack of four billion objects',
      { fetch: endlessPack(0xff_ff_ff_ff) },
      ['too_large', 'timeout', 'memory', 'failed'],
    ],
    [
      '20,000 files of 15 MB as deltas',
      { fetch: sendPack(deltaBomb(20_000).pack) },
      ['timeout', 'too_large', 'memory'],
    ],
    ['a file of 300 MB of zeros', { fetch: sendPack(zeros()) }, ['timeout', 'too_large', 'memory', 'failed']],
    ['a pack without the commit that it named', { fetch: sendPack(packOf([object(3, Buffer.from('x'))])) }, ['failed']],
    ['half a pack', { fetch: sendPack(packOf([object(3, Buffer.from('x'))]).subarray(0, 20)) }, ['failed']],
    ['a file under the id of a commit', { fetch: sendPack(packOf([object(1, Buffer.from('tree x'))])) }, ['failed']],
  ] satisfies [string, Misbehaviour, GitFailure['trouble'][]][])(
    'with %s is cut off in time, and leaves nothing on the disk',
    async (_, misbehaviour, troubles) => {
      using server = await startHostileGitServer(misbehaviour)
      const id = idOfTest()
      const growth = trackGrowth()
      const from = performance.now()
      const failure: unknown = await fetchFrom(server.url, id).then(
        () => 'fetched',
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(GitFailure)
      expect(troubles).toContain(failure instanceof GitFailure ? failure.trouble : '')
      expect(performance.now() - from).toBeLessThan((SYNC_SECONDS + 8) * 1_000)
      expect(growth()).toBeLessThan(100 * MIB)
      expect(await mirrorExists(join(dir, id.slice(-2), `${id}.git`))).toBe(false)
    },
  )

  it('with a list of refs that unpacks to 2 GB is cut off in time', async () => {
    const zeros = gzipSync(Buffer.alloc(64 * MIB))
    const bomb = Buffer.concat(Array<Buffer>(32).fill(zeros))
    using server = await startHostileGitServer({
      refs: (response) => void response.setHeader('content-encoding', 'gzip').end(bomb),
    })
    const from = performance.now()
    await expect(fetchFrom(server.url)).rejects.toThrow(GitFailure)
    expect(performance.now() - from).toBeLessThan((SYNC_SECONDS + 8) * 1_000)
  })

  it('with refs without end is cut off when its head is read, too', async () => {
    using server = await startHostileGitServer({ refs: endlessRefs })
    const growth = trackGrowth()
    const reading = mirrors.local('0190f000000070008000000000009999').readRemoteHead(server.url, null)
    await expect(reading).rejects.toThrow(GitFailure)
    expect(growth()).toBeLessThan(100 * MIB)
  })
})

/** A server of another network, to which no request of ours may lead. */
async function startTarget() {
  const asked: string[] = []
  const target = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end()
  })
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  const address = target.address()
  return {
    url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    asked,
    [Symbol.dispose]: () => void target.close(),
  }
}

describe('a git server that points elsewhere', () => {
  const redirect = (status: number, to: string) => (response: ServerResponse) =>
    void response.writeHead(status, { location: `${to}${response.req.url}` }).end()
  /** The protocol without a program at the server: files, and the addresses of other object stores. */
  const plainFiles = (to: string) => (response: ServerResponse) => {
    const { url = '' } = response.req
    response.setHeader('content-type', 'text/plain')
    if (url.includes('/info/refs')) response.end(`${'c0ffee'.padEnd(40, '0')}\trefs/heads/main\n`)
    else if (url.endsWith('/HEAD')) response.end('ref: refs/heads/main\n')
    else if (url.endsWith('alternates')) response.end(`${to}/other.git/objects\n`)
    else response.writeHead(404).end()
  }

  it.each([
    ['redirects the list of refs', (to) => ({ refs: redirect(302, to) })],
    ['redirects the fetch with its body', (to) => ({ fetch: redirect(307, to) })],
    ['redirects the fetch for good', (to) => ({ fetch: redirect(308, to) })],
    ['has no protocol but files, and its objects at another host', (to) => ({ refs: plainFiles(to) })],
  ] satisfies [string, (to: string) => Misbehaviour][])(
    'which %s fails the sync, and nobody else is asked',
    async (_, misbehaviour) => {
      using target = await startTarget()
      using server = await startHostileGitServer(misbehaviour(target.url))
      await expect(fetchFrom(server.url)).rejects.toThrow(GitFailure)
      expect(target.asked).toEqual([])
    },
  )
})
