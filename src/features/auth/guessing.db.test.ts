import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client } from '../../../test/client.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { owner, PASSWORD } from '../../../test/sign-in.ts'

/** `SIGN_IN=full` takes minutes: `SIGN_IN=full npx vitest run guessing`. */
const isFull = process.env['SIGN_IN'] === 'full'
const GUESSES = isFull ? 10_000 : 200
const SAMPLES = isFull ? 1_000 : 25

let app: TestApp
beforeAll(async () => {
  // The general rate limit would answer first.
  app = await testApp({ RATE_LIMIT_FACTOR: '1000000' })
  await owner(app)
})
afterAll(() => app[Symbol.asyncDispose]())

let lastAddress = 0
function address(): string {
  lastAddress += 1
  return `127.${20 + (lastAddress >> 16)}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}
const guess = (name: string, from = address(), password = 'a wrong password') =>
  client(app.app, {}, from).post('/auth/password', { sign_in_name: name, password })
const forget = () => app.pool.query('delete from sign_in_attempts')

describe('guessing passwords', () => {
  test(`${GUESSES} guesses at one name from as many addresses: 6 are checked, the others must wait`, async () => {
    await forget()
    const answers = new Map<number, number>()
    for (let sent = 0; sent < GUESSES; sent += 20) {
      const batch = await Promise.all(Array.from({ length: 20 }, () => guess('noa')))
      for (const { status } of batch) answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(answers)).toEqual({ 401: 6, 429: GUESSES - 6 })
    expect(await guess('noa', address(), PASSWORD)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  }, 600_000)

  test(`one guess at each of ${GUESSES} names from one address: 21 are checked, the others must wait`, async () => {
    await forget()
    const answers = new Map<number, number>()
    for (let sent = 0; sent < GUESSES; sent += 20) {
      const batch = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(`name${sent + i}`, '127.9.9.9')))
      for (const { status } of batch) answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(answers)).toEqual({ 401: 21, 429: GUESSES - 21 })
    // Other addresses are not affected, nor is the person.
    expect((await guess('noa', address(), PASSWORD)).status).toBe(200)
  }, 600_000)

  test('the delay doubles from one second to five minutes, and is forgotten after a day', async () => {
    await forget()
    const delays: number[] = []
    for (let i = 0; i < 30; i++) {
      const answer = await guess('noa')
      if (answer.status !== 429) continue
      delays.push(Number(answer.headers['retry-after']))
      app.advance(delays.at(-1) ?? 0)
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    app.advance(86_401)
    for (let i = 0; i < 5; i++) expect((await guess('noa')).status).toBe(401)
    expect((await guess('noa', address(), PASSWORD)).status).toBe(200)
  })

  test('a right password forgets the failures of its name, not those of its address', async () => {
    await forget()
    for (let i = 0; i < 4; i++) await guess('noa', '127.8.8.8')
    expect((await guess('noa', '127.8.8.8', PASSWORD)).status).toBe(200)
    const { rows } = await app.pool.query<{ failures: number }>('select failures from sign_in_attempts')
    expect(rows).toEqual([{ failures: 4 }])
  })
})

describe('time of an answer', () => {
  test('is the same for known and unknown names', async () => {
    const times = { known: new Array<number>(), unknown: new Array<number>() }
    await guess('noa')
    for (let i = 0; i < SAMPLES * 2; i++) {
      await forget()
      const kind = i % 2 === 0 ? 'known' : 'unknown'
      const name = kind === 'known' ? 'noa' : `nobody${i}`
      const from = performance.now()
      expect((await guess(name)).status).toBe(401)
      times[kind].push(performance.now() - from)
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    process.stdout.write(
      `password checks, median of ${SAMPLES}: known name ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms\n`,
    )
    // Without a hash for unknown names the ratio is 0.09; beside other work 0.77 was measured with it.
    expect(Math.min(known, unknown) / Math.max(known, unknown)).toBeGreaterThan(isFull ? 0.97 : 0.3)
  }, 600_000)

  test('argon2 runs off the main thread: the event loop goes on under 20 concurrent sign-ins', async () => {
    await forget()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(`person${i}`)))
    delay.disable()
    const [p90, max] = [delay.percentile(90) / 1e6, delay.max / 1e6]
    process.stdout.write(`event loop delay under 20 sign-ins: p90 ${p90.toFixed(1)} ms, max ${max.toFixed(1)} ms\n`)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 401))
    // With hashes on the main thread this was 348 ms. A busy machine delays a thread by tens of milliseconds.
    expect(p90).toBeLessThan(200)
  })
})

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
