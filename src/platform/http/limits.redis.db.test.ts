import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'

const LOGIN_LIMIT = 20
const PROGRAM = 'redis-server'
const isInstalled = spawnSync(PROGRAM, ['--version']).status === 0

let port: number
let redis: OwnedProcess
let one: TestApp
let two: TestApp
beforeEach(async ({ skip }) => {
  skip(!isInstalled, 'redis-server is not installed')
  port = await freePort()
  redis = startRedis(port)
  one = await testApp({ REDIS_URL: `redis://127.0.0.1:${port}` })
  two = await testApp({ REDIS_URL: `redis://127.0.0.1:${port}` })
  await counting(one)
  await counting(two)
})
afterEach(async () => {
  if (!isInstalled) return
  await one[Symbol.asyncDispose]()
  await two[Symbol.asyncDispose]()
  redis.child.kill('SIGCONT')
  await redis.stop('SIGKILL')
})

describe('rate limits with REDIS_URL', () => {
  test('are shared by all web processes', async () => {
    const statuses: number[] = []
    for (let i = 0; i <= LOGIN_LIMIT; i++) statuses.push(await attempt(i % 2 === 0 ? one : two))
    expect(statuses).toEqual([...Array.from({ length: LOGIN_LIMIT }, () => 401), 429])
    expect(await attempt(two)).toBe(429)
  })

  test('requests are served without limits when Redis is killed, and counted again when it is back', async () => {
    await redis.stop('SIGKILL')
    for (let i = 0; i <= LOGIN_LIMIT; i++) expect(await attempt(one)).toBe(401)

    redis = startRedis(port)
    await counting(one)
    for (let i = 0; i < LOGIN_LIMIT; i++) expect(await attempt(one)).toBe(401)
    expect(await attempt(one)).toBe(429)
  })

  test('requests do not wait for Redis when it hangs', async () => {
    redis.child.kill('SIGSTOP')
    const started = performance.now()
    const statuses = await Promise.all(Array.from({ length: LOGIN_LIMIT + 1 }, () => attempt(one)))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(performance.now() - started).toBeLessThan(6_000)
  })
})

function startRedis(onPort: number): OwnedProcess {
  const settings = ['--bind', '127.0.0.1', '--port', `${onPort}`, '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  return spawnOwned(PROGRAM, settings, { stdio: 'ignore' })
}

async function attempt(app: TestApp): Promise<number> {
  return (await app.visitor().post('/auth/messenger', {})).status
}

/** A minute's count outlives its connection, so this requests a page: pages have a limit of their own. */
async function counting(app: TestApp): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const { headers } = await app.visitor().get('/login')
    if (Number(headers['ratelimit-remaining']) < Number(headers['ratelimit-limit'])) return
    await sleep(50)
  }
  throw new Error('Redis was not reached')
}
