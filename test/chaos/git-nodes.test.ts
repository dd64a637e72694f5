import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { cloneDatabase } from '../database.ts'
import { startGitServer } from '../git-server.ts'
import { type Ask, cookieOf, keepAliveClient, signInAsk } from './load.ts'
import { full, start, until } from './processes.ts'
import { openStore } from './store.ts'

const REPOS = full ? 30 : 6
const FILES = full ? 2_000 : 20
/** The goal of the design: pages of a dead node's mirrors are back within this time. */
const BACK_WITHIN_SECONDS = 60

test(
  'pages of mirrors on a killed git node are back within a minute, and those of the other node never fail',
  {
    timeout: 180_000,
  },
  async ({ annotate }) => {
    await using database = await cloneDatabase()
    await using store = await openStore(database.url)
    await using host = await startGitServer()
    const dir = mkdtempSync(join(tmpdir(), 'codeshelf-nodes-'))
    const setting = async (name: string) => {
      const port = await freePort()
      const environment = {
        GIT_NODE_SECRET: 'secret-of-the-nodes',
        GIT_NODE_URL: `http://127.0.0.1:${port}`,
        MIRRORS_DIR: join(dir, name),
        REPO_TEST_HOSTS: 'true',
        RATE_LIMIT_FACTOR: '1000',
      }
      return { databaseUrl: database.url, port, environment }
    }
    const [one, two, pages] = [await setting('one'), await setting('two'), await setting('pages')]
    await using _web = await start('web', pages)
    const client = keepAliveClient(pages.port)
    const headers = {
      cookie: cookieOf(await client.send(signInAsk(1))),
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    }
    const statusOf = async (ask: Ask) => (await client.send({ ...ask, headers })).status

    const names = Array.from({ length: REPOS }, (_, i) => `noa/r${i}`)
    const put = Object.fromEntries(Array.from({ length: FILES }, (_, i) => [`d${i % 20}/f${i}.ts`, `${i}\n`]))
    const nodeOf = async (): Promise<Map<string, string>> => {
      const { rows } = await store.client.query<{ name: string; node: string }>(
        'select r.name, m.node from repos r join mirrors m on m.id = r.mirror_id where m.head is not null and r.head = m.head',
      )
      return new Map(rows.map(({ name, node }) => [name, node]))
    }
    const add = async (some: readonly string[]) => {
      const before = (await nodeOf()).size
      for (const name of some) {
        host.create(name).commit({ put })
        const body = JSON.stringify({ url: host.url(name) })
        expect(await statusOf({ path: '/api/repos', method: 'POST', body })).toBe(201)
      }
      await until('the mirrors are synced', 60, async () => (await nodeOf()).size === before + some.length)
    }
    // Both would claim whatever is added, and one of them perhaps everything. So the first node, once it has its half, only serves.
    const [killed, kept] = [names.slice(0, REPOS / 2), names.slice(REPOS / 2)]
    await using alone = await start('git-node', one)
    await add(killed)
    await alone.end('SIGTERM')
    const servesOnly = { ...one, environment: { ...one.environment, JOBS_DISABLED: 'sync_repos' } }
    await using first = await start('git-node', servesOnly)
    await using _second = await start('git-node', two)
    await add(kept)
    const expected = new Map(
      names.map((name) => [name, (killed.includes(name) ? one : two).environment.GIT_NODE_URL] as const),
    )
    expect(await nodeOf()).toEqual(expected)
    const page = (name: string) => statusOf({ path: `/repos/${name}/d1/f1.ts` })
    for (const name of names) expect(await page(name)).toBe(200)

    await first.end('SIGKILL')
    const from = performance.now()
    for (const name of killed) expect(await page(name)).toBe(503)
    await until('the pages are back', BACK_WITHIN_SECONDS, async () => {
      for (const name of kept) expect(await page(name)).toBe(200)
      return (await Promise.all(killed.map(page))).every((status) => status === 200)
    })
    const seconds = Math.round((performance.now() - from) / 1000)
    await annotate(
      `${killed.length} of ${REPOS} mirrors were on the killed node; their pages were back after ${seconds} s`,
    )
    expect([...(await nodeOf()).values()]).toEqual(names.map(() => two.environment.GIT_NODE_URL))
    client.close()
    await rm(dir, { recursive: true, force: true })
  },
)
