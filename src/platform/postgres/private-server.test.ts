import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { majorVersion } from './binaries.ts'
import { startPostgres } from './private-server.ts'

test('a temporary cluster knows Hebrew letters, restarts, and leaves neither process nor folder', async () => {
  const postgres = await startPostgres({ durable: false, settings: { max_connections: 20 } })
  const pid = serverPid(postgres.dir, postgres.binDir)
  const sql = "create extension pg_trgm; select cardinality(show_trgm('קובץ')) as n"
  expect((await rows(postgres.url('postgres'), sql))[1]).toEqual([{ n: 5 }])
  expect((await rows(postgres.url('postgres'), 'show fsync; show max_connections')).flat()).toEqual([
    { fsync: 'off' },
    { max_connections: '20' },
  ])
  await postgres.restart('immediate')
  expect(serverPid(postgres.dir, postgres.binDir)).not.toBe(pid)
  expect(await rows(postgres.url('postgres'), 'select 1 as one; select 2 as two')).toEqual([[{ one: 1 }], [{ two: 2 }]])
  await postgres.stop()
  await postgres[Symbol.asyncDispose]()
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(postgres.dir)).toBe(false)
})

test('a named folder keeps its data from one start to the next', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-lasting-'))
  try {
    await using first = await startPostgres({ dir, durable: false })
    await rows(first.url('postgres'), 'create table kept (); select 1')
    await first.stop()
    await using second = await startPostgres({ dir, durable: false })
    expect((await rows(second.url('postgres'), 'select 1; select count(*)::int as n from kept'))[1]).toEqual([{ n: 0 }])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

test('the server stops and its folder goes when its parent is killed without a chance to say so', async () => {
  const child = spawn(process.execPath, ['tools/postgres.ts', 'sh', '-c', 'echo $DATABASE_URL; sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  const [found] = await rows(url, "select current_setting('data_directory') as data; select 1")
  const folder = join(String(found?.[0]?.['data']), '..')
  expect(existsSync(folder)).toBe(true)
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
})

async function rows(url: string, twoStatements: string): Promise<Record<string, unknown>[][]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const results = (await client.query(twoStatements)) as unknown as { rows: Record<string, unknown>[] }[]
    return results.map((result) => result.rows)
  } finally {
    await client.end()
  }
}

function serverPid(dir: string, binDir: string): number {
  const file = join(dir, `data-${majorVersion(binDir)}`, 'postmaster.pid')
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}
