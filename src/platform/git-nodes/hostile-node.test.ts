import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { describe, expect, it, test } from 'vitest'
import { longestTurnMs } from '../../../test/cpu.ts'
import { endless } from '../../../test/endless.ts'
import { trackGrowth } from '../../../test/live-memory.ts'
import { type Repeated, startRepeatingServer } from '../../../test/repeating-server.ts'
import { GitFailure } from '../git/process.ts'
import { type NodeOptions, remoteMirror } from './client.ts'
import { encodeFrame } from './frames.ts'

const MIB = 1024 * 1024
const ID = '0190f000000070008000000000000001'
const COMMIT = 'a'.repeat(40)
/** Building the largest frame that is allowed takes 200 ms; nothing else may come near. */
const MAX_TURN_MS = 400
const MAX_GROWTH = 300 * MIB
const options: NodeOptions = { secret: 'secret-of-the-nodes', onUnreachable: () => undefined, silenceMs: 300 }
const item = (value: unknown) => encodeFrame({ kind: 'item', value })

async function listening(started: Server): Promise<string> {
  started.listen(0, '127.0.0.1')
  await once(started, 'listening')
  const at = started.address()
  return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
}

async function hostileNode(misbehave: (response: ServerResponse) => void) {
  const node = createServer((request, response) => {
    request.resume()
    misbehave(response)
  })
  return {
    address: await listening(node),
    [Symbol.dispose]() {
      node.closeAllConnections()
      node.close()
    },
  }
}

/** A frame whose value is these bytes. */
function frame(value: Uint8Array): Buffer {
  const bytes = item(null)
  const head = Buffer.from(bytes.subarray(0, 5))
  head.writeUInt32BE(value.length, 1)
  return Buffer.concat([head, value])
}

/** `count` values of which each has these bytes. */
const valueOf = (bytes: string, count: number) =>
  Buffer.concat([Buffer.from([0xff, 0x0f]), Buffer.alloc(bytes.length * count, bytes, 'latin1')])

describe('a hostile git node', () => {
  it.each([
    ['HTML', (response) => void response.writeHead(200).end('<!doctype html>')],
    [
      'a frame of 4 GB',
      (response) => {
        response.writeHead(200).write(Buffer.from([0, 255, 255, 255, 255]))
        endless(response, Buffer.alloc(65_536))
      },
    ],
    ['a frame that is no value', (response) => void response.writeHead(200).end(Buffer.from([0, 0, 0, 0, 2, 9, 9]))],
    ['values without end', (response) => endless(response.writeHead(200), item(true))],
    ['silence', (response) => response.writeHead(200).flushHeaders()],
    ['silence after a part of a frame', (response) => void response.writeHead(200).write(item('x').subarray(0, 6))],
  ] satisfies [string, (response: ServerResponse) => void][])(
    'that answers %s fails the call in bounded time and memory',
    async (_, misbehave) => {
      using node = await hostileNode(misbehave)
      const mirror = remoteMirror(node.address, ID, options)
      const growth = trackGrowth()
      await expect(mirror.hasCommit(COMMIT)).rejects.toThrow(GitFailure)
      expect(await mirror.isReadable()).toBe(false)
      expect(growth()).toBeLessThan(200 * MIB)
    },
  )

  it.each([
    ['frames of twelve bytes without end', { chunk: Buffer.concat(Array(5_000).fill(item([]))), times: 1e9 }],
    ['the largest lists that are allowed, without end', { chunk: item(Array(19_000).fill([])), times: 1e9 }],
    ['the longest texts without end', { chunk: item(['x'.repeat(60 * MIB)]), times: 1e9 }],
    ['a frame of 20 million objects', { chunk: frame(valueOf('o{\0', 20_000_000)), times: 1 }],
    ['a frame of 30 million texts', { chunk: frame(valueOf('"\0', 30_000_000)), times: 1 }],
    ['objects with half a million keys', { chunk: item(manyKeys(500_000)), times: 1 }],
    [
      // V8 makes room for as many items as bytes follow.
      'lists in lists that say they have 60 million items',
      { chunk: frame(Buffer.concat([valueOf('A\x80\x8e\xce\x1c', 1_000), Buffer.alloc(60_500_000, '-')])), times: 1 },
    ],
    [
      'a frame in chunks of one byte',
      { head: Buffer.from([0, 3, 0, 0, 0]), chunk: Buffer.from('"'), times: 3_000_000 },
    ],
  ] satisfies [string, Repeated][])(
    'that sends %s leaves the event loop to others, in bounded memory',
    async (_, repeated) => {
      await using server = await startRepeatingServer(repeated)
      const mirror = remoteMirror(server.address, ID, { ...options, silenceMs: 10_000 })
      const growth = trackGrowth()
      const kept: unknown[] = []
      const read = async () => {
        for await (const entries of mirror.tree(COMMIT)) kept.push(entries)
      }
      const longest = await longestTurnMs(() => expect(read()).rejects.toThrow(GitFailure))
      expect(growth()).toBeLessThan(MAX_GROWTH)
      expect(longest).toBeLessThan(MAX_TURN_MS)
    },
  )

  test('that sends a byte now and then is left when the whole answer has taken too long', async () => {
    let sent = 0
    using node = await hostileNode((response) => {
      response.writeHead(200).write(Buffer.from([0, 0, 1, 0, 0]))
      const timer = setInterval(() => response.write(String(sent++ % 10)), 20)
      response.on('close', () => clearInterval(timer))
    })
    const mirror = remoteMirror(node.address, ID, { ...options, silenceMs: 10_000, waitedMs: 1_000 })
    await expect(mirror.hasCommit(COMMIT)).rejects.toMatchObject({ stderr: 'git node: silence' })
    expect(sent).toBeGreaterThan(5)
  })

  it.each([302, 307])('that redirects with %d sends no request of ours elsewhere', async (status) => {
    let asked = 0
    const target = createServer((_, response) => {
      asked += 1
      response.end(Buffer.concat([item(true), encodeFrame({ kind: 'end', value: null })]))
    })
    const location = await listening(target)
    using node = await hostileNode((response) => void response.writeHead(status, { location }).end())
    await expect(remoteMirror(node.address, ID, options).hasCommit(COMMIT)).rejects.toThrow(GitFailure)
    expect(asked).toBe(0)
    target.close()
  })

  it.each([
    ['an object that passes for a node of a page', { type: 'script', props: {}, constructor: undefined }],
    ['a pattern', /(a+)+$/],
    ['a set', new Set(['a'])],
    ['a large number', 10n ** 100n],
    ['an error', new Error('x')],
    ['a typed list', new Float64Array(3)],
  ])('that sends %s instead of plain data fails the call', async (_, value) => {
    using node = await hostileNode((response) =>
      response.writeHead(200).end(Buffer.concat([item(value), encodeFrame({ kind: 'end', value: null })])),
    )
    const reading = remoteMirror(node.address, ID, options).parentOf(COMMIT)
    await expect(reading).rejects.toMatchObject({ stderr: 'git node: not plain data' })
  })

  test('that sends a text instead of a list fails the call', async () => {
    using node = await hostileNode((response) => response.writeHead(200).end(item('text')))
    await expect(remoteMirror(node.address, ID, options).folder(COMMIT, '')).rejects.toThrow(GitFailure)
  })
})

function manyKeys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, 1]))
}
