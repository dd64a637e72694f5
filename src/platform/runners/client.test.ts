import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { longestTurnMs } from '../../../test/cpu.ts'
import { endless } from '../../../test/endless.ts'
import { trackGrowth } from '../../../test/live-memory.ts'
import { type Repeated, startRepeatingServer } from '../../../test/repeating-server.ts'
import { fetchHealth, runOn, type RunnerAddress } from './client.ts'
import type { RunJob } from './protocol.ts'

const JOB: RunJob = { code: 'x', stdin: '', timeoutMs: 500, memoryMb: 64, outputBytes: 100_000, imports: null }
const MAX_TURN_MS = 250
const MAX_GROWTH = 200 * 1024 * 1024

async function hostileRunner(misbehave: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume()
    misbehave(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  const runner: RunnerAddress = {
    address: `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`,
    secret: 'secret',
  }
  return {
    runner,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const MORE = /more than a run can print/
const line = (event: unknown) => `${JSON.stringify(event)}\n`

describe('a hostile runner', () => {
  it.each([
    ['a line without end', (response) => endless(response, 'x'.repeat(65_536)), MORE],
    ['events without end', (response) => endless(response, line({ kind: 'started' })), MORE],
    [
      'output without end',
      (response) => endless(response, line({ kind: 'output', stream: 'stdout', text: 'x' })),
      MORE,
    ],
    ['an unknown event', (response) => void response.end(line({ kind: 'shell', command: 'id' })), /invalid/i],
    ['no JSON', (response) => void response.end('<!doctype html>\n'), /invalid/i],
    ['JSON of another shape', (response) => void response.end(line([[[]]])), /invalid/i],
    ['half a character and a reset', (response) => response.write('\ud83d', () => response.destroy()), /aborted/],
  ] satisfies [string, (response: ServerResponse) => void, RegExp][])(
    'that sends %s ends the run in bounded time and memory',
    async (_, misbehave, reason) => {
      using hostile = await hostileRunner(misbehave)
      const growth = trackGrowth()
      const patience = AbortSignal.timeout(60_000)
      let events = 0
      const reading = async () => {
        for await (const _event of runOn(hostile.runner, JOB, patience)) events += 1
      }
      await expect(reading()).rejects.toThrow(reason)
      expect(patience.aborted).toBe(false)
      expect(events).toBeLessThan(1_000_000)
      expect(growth()).toBeLessThan(MAX_GROWTH)
    },
  )

  it.each([
    ['events', { chunk: Buffer.from(line({ kind: 'started' }).repeat(3_000)), times: 1e9 }, MORE],
    ['events, a byte at a time', { chunk: Buffer.from('['), times: 700_000 }, MORE],
    ['a line of small values', { chunk: Buffer.from(line(Array(200_000).fill([]))), times: 1 }, /invalid/i],
    ['a line of nested lists', { chunk: Buffer.from(`${'['.repeat(600_000)}\n`), times: 1 }, /invalid/i],
  ] satisfies [string, Repeated, RegExp][])(
    'that sends as many %s as it can leaves the event loop to others',
    async (_, repeated, reason) => {
      await using server = await startRepeatingServer(repeated)
      const run = async () => {
        for await (const _event of runOn({ address: server.address, secret: 'x' }, JOB, AbortSignal.timeout(60_000)));
      }
      expect(await longestTurnMs(() => expect(run()).rejects.toThrow(reason))).toBeLessThan(MAX_TURN_MS)
    },
  )

  it.each([
    ['silence', () => undefined],
    ['a body without end', (response) => endless(response, ' '.repeat(65_536))],
    [
      'numbers as texts',
      (response) => void response.end('{"engine":"x","slots":"9","busy":0,"queued":0,"queueMax":1}'),
    ],
  ] satisfies [string, (response: ServerResponse) => void][])(
    'whose health is %s counts as not there',
    async (_, misbehave) => {
      using hostile = await hostileRunner(misbehave)
      expect(await fetchHealth(hostile.runner)).toBeNull()
    },
  )
})
