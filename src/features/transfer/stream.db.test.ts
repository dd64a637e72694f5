import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ORIGIN, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { liveMemory } from '../../../test/live-memory.ts'
import { unzip } from '../../../test/zips.ts'

/** Uses a real connection: inject would hold the whole response in memory and cannot be aborted. */
const MIB = 1024 * 1024
/** `EXPORTS=full` has the size of the contract. */
const FILES = process.env['EXPORTS'] === 'full' ? 100 : 60
let app: TestApp
let dana: TestUser
let port: number
let token: string
const ids: string[] = []

beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  token = (await dana.createToken('curl', { expires_in_days: 7 })).secret
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = app.app.addresses()[0]?.port ?? 0
  for (let i = 0; i < FILES; i++) {
    // Random, so that compression does not shrink it.
    const payload = randomBytes(1.5 * MIB).toString('base64')
    const url = `/api/files/raw/large-${i}.txt` as const
    const answer = await dana.raw({ method: 'PUT', url, payload, headers: { origin: ORIGIN } })
    expect(answer.status).toBe(201)
    ids.push(replyOf(answer).file_id)
    if (i === 90) app.advance(61)
  }
}, 300_000)
afterAll(() => app[Symbol.asyncDispose]())

async function open(path: string, body?: string): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const sent = httpRequest({ port, host: '127.0.0.1', path, method: body === undefined ? 'GET' : 'POST', headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  return response
}

async function drain(response: IncomingMessage): Promise<{ bytes: number; grown: number }> {
  const before = liveMemory()
  let [bytes, peak, looked] = [0, 0, 0]
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes - looked < 16 * MIB) continue
    looked = bytes
    peak = Math.max(peak, liveMemory())
  }
  return { bytes, grown: peak - before }
}

test.each([
  ['create-zip', () => open('/api/files/create-zip', JSON.stringify({ file_ids: ids }))],
  ['export', () => open('/api/export')],
])(
  `S39: %s of ${FILES} × 2 MiB is streamed in bounded memory`,
  async (name, start) => {
    const { bytes, grown } = await drain(await start())
    const rss = Math.round(process.memoryUsage().rss / MIB)
    process.stdout.write(
      `${name}: ${Math.round(bytes / MIB)} MiB sent, memory grew by ${Math.round(grown / MIB)} MiB, rss ${rss} MiB\n`,
    )
    expect(bytes).toBeGreaterThan(1.5 * FILES * MIB)
    expect(grown).toBeLessThan(80 * MIB)
  },
  240_000,
)

test.each([
  ['create-zip', () => open('/api/files/create-zip', JSON.stringify({ file_ids: ids }))],
  ['export', () => open('/api/export')],
])('an aborted %s stops reading the database', async (_name, start) => {
  const response = await start()
  await once(response, 'readable')
  const asked = vi.spyOn(Client.prototype, 'query')
  // Count only reads of contents: the metrics and events of the request are written a moment later.
  const reads = () => asked.mock.calls.filter(([query]) => /\bblobs\b/.test(JSON.stringify(query))).length
  response.destroy()
  // What it is reading at that moment may still arrive; then nothing more is read.
  let before = -1
  while (before !== reads() && reads() < 5) {
    before = reads()
    await sleep(700)
  }
  expect(reads()).toBeLessThan(5)
  asked.mockRestore()
})

test('S39: Hebrew names are kept, and a name like a drive letter is not a path', async () => {
  const noa = await app.user('Noa')
  const names = ['שלום עולם.py', 'C:x.txt', 'a.py']
  const mine: string[] = []
  for (const name of names) mine.push(await noa.saveFile(name, name))
  const { bytes } = await noa.post('/api/files/create-zip', { file_ids: mine })
  const files = await unzip(bytes)
  expect([...files.keys()].toSorted()).toEqual(['C_x.txt', 'a.py', 'שלום עולם.py'].toSorted())
  expect(files.get('שלום עולם.py')?.toString('utf8')).toBe('שלום עולם.py')
})
