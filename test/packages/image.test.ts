import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { startPostgres, type Postgres } from '#platform/postgres/private-server.ts'
import { releaseFile } from './base.ts'
import { type Container, unpackImage } from './container.ts'
import { firstFileAt, LIMIT_SECONDS, secondsOf } from './journey.ts'

const MOST_MEGABYTES = 400
let app: Container
let postgres: Postgres

beforeAll(async () => {
  app = unpackImage(releaseFile('codeshelf-[0-9]*.image.tar.gz'), 1000)
  postgres = await startPostgres({ durable: false })
}, 120_000)
afterAll(async () => {
  app[Symbol.dispose]()
  await postgres[Symbol.asyncDispose]()
})

test('the image names its version, revision and licence, runs as a user, and is small', () => {
  const labels = app.config.Labels
  expect(labels['org.opencontainers.image.version']).toMatch(/^\d+\.\d+\.\d+$/)
  expect(labels['org.opencontainers.image.revision']).toMatch(/^[0-9a-f]{40}$/)
  expect(labels['org.opencontainers.image.licenses']).toBe('AGPL-3.0-or-later')
  expect(app.config.User).toBe('codeshelf')
  expect(existsSync(join(app.root, 'app/LICENSE'))).toBe(true)
  const megabytes = megabytesOf(app.root)
  process.stdout.write(`image: ${megabytes} MB\n`)
  expect(megabytes).toBeLessThan(MOST_MEGABYTES)
})

test('the containers of compose.yaml lead to a saved file', async () => {
  const port = String(await freePort())
  const env = {
    ...secretFiles(),
    VAPID_SUBJECT: 'auto',
    BASE_URL: `http://localhost:${port}`,
    PORT: port,
    METRICS_PORT: '0',
  }
  const seconds = await secondsOf('image', async () => {
    await app.run(['/run/codeshelf'], {}, ['codeshelf-secrets'])
    // The name `postgres` is known in the network of compose only.
    const withDatabase = { ...env, DATABASE_URL_FILE: '', DATABASE_URL: postgres.url('postgres') }
    await app.run(['migrate'], withDatabase)
    app.start(['web'], withDatabase)
    app.start(['worker'], withDatabase)
    await untilHealthy(withDatabase)
    await firstFileAt(await app.run(['set-up-link'], withDatabase))
  })
  expect(seconds).toBeLessThan(LIMIT_SECONDS)
}, 180_000)

test('codeshelf-secrets keeps what it made', async () => {
  const read = () => app.run(['-c', 'sha256sum /run/codeshelf/*'], {}, ['sh'])
  const before = await read()
  await app.run(['/run/codeshelf'], {}, ['codeshelf-secrets'])
  expect(await read()).toBe(before)
  expect(before.trim().split('\n')).toHaveLength(5)
})

test('the process cannot write its own files', async () => {
  await expect(app.run(['-c', 'echo x >> /app/package.json'], {}, ['sh'])).rejects.toThrow('Permission denied')
  expect(await app.run(['-c', 'cut -d " " -f 2,4 /proc/mounts'], {}, ['sh'])).toMatch(/^\/ ro,/m)
})

test('the image of the runner has no browser files and no database programs', async () => {
  using runner = unpackImage(releaseFile('codeshelf-runner-*.image.tar.gz'), 64037)
  process.stdout.write(`image of the runner: ${megabytesOf(runner.root)} MB\n`)
  expect(existsSync(join(runner.root, 'app/dist/client'))).toBe(false)
  expect(existsSync(join(runner.root, 'usr/bin/psql'))).toBe(false)
  expect(existsSync(join(runner.root, 'usr/bin/runsc'))).toBe(true)
})

/** The settings of compose.yaml about secrets. */
function secretFiles(): Record<string, string> {
  const compose = readFileSync(join(import.meta.dirname, '../../compose.yaml'), 'utf8')
  return Object.fromEntries(
    Array.from(compose.matchAll(/^ {4}(\w+_FILE): (\/run\/codeshelf\/\w+)$/gm), (match): [string, string] => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  )
}

/** As an engine does, with the command of the image. */
async function untilHealthy(env: Record<string, string>): Promise<void> {
  const [, ...command] = app.config.Healthcheck?.Test ?? []
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isHealthy = await app.run([], env, command).then(
      () => true,
      () => false,
    )
    if (isHealthy) return
    await sleep(300)
  }
  throw new Error('The health check of the image never succeeded')
}

function megabytesOf(root: string): number {
  return Number(spawnSync('du', ['-sxm', '--apparent-size', root], { encoding: 'utf8' }).stdout.split('\t')[0])
}
