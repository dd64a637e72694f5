import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { Client } from 'pg'
import { spawnOwned } from '../../tools/owned-process.ts'
import { freePort } from '../../tools/ports.ts'
import { awake, expect, expectNoAxeViolations, test } from './fixtures.ts'
import { JOURNEYS_DATABASE } from './server.ts'

const LOG = 'test-results/first-run.log'

/** The limit, from an empty database to a signed-in owner. */
const MAX_MS = 60_000

test.use({ expectedErrors: [/^other host: http:\/\/localhost:/] })

/** The built program, with nothing but a database. */
function launch(command: string, databaseUrl: string, port: number) {
  const log = openSync(LOG, 'a')
  const running = spawnOwned(process.execPath, ['dist/server/main.js', command], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      PORT: `${port}`,
      BASE_URL: `http://localhost:${port}`,
      METRICS_PORT: '0',
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return running
}

async function emptyDatabase(): Promise<string> {
  const server = process.env[JOURNEYS_DATABASE] ?? ''
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query('drop database if exists first_run with (force)')
  await client.query('create database first_run')
  await client.end()
  return Object.assign(new URL(server), { pathname: '/first_run' }).href
}

test('an empty database becomes a library with a signed-in owner, with no messenger, e-mail or third party', async ({
  page,
}) => {
  rmSync(LOG, { force: true })
  const from = Date.now()
  const [database, port] = [await emptyDatabase(), await freePort()]
  const migrate = launch('migrate', database, port)
  await once(migrate.child, 'exit')
  expect(migrate.child.exitCode).toBe(0)
  const web = launch('web', database, port)
  try {
    const link = await linkInLog()
    await page.goto(link)
    await expectNoAxeViolations(page)
    await page.locator('[name="first_name"]').fill('נועה')
    await page.locator('[name="sign_in_name"]').fill('noa')
    await page.locator('[name="password"]').fill('hare and tortoise')
    await page.locator('.login-card form button[type="submit"]').last().click()
    await expect(page).toHaveURL(/\/dashboard$/)
    const took = Date.now() - from
    process.stdout.write(`from an empty database to a signed-in owner: ${(took / 1000).toFixed(1)} s\n`)
    expect(took).toBeLessThan(MAX_MS)
    await awake(page)
    await page.goto(`http://localhost:${port}/admin`)
    await expect(page.locator('h1')).toBeVisible()
    // The link is good once.
    const again = await page.request.get(link)
    expect(again.status()).toBe(404)
  } finally {
    await web.stop()
  }
})

async function linkInLog(): Promise<string> {
  let link: string | undefined
  await expect(() => {
    link = /"link":"([^"]+\/set-up\/[^"]+)"/.exec(readFileSync(LOG, 'utf8'))?.[1]
    expect(link).toBeDefined()
  }).toPass({ timeout: 30_000 })
  return link ?? ''
}
