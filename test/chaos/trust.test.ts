import { Client } from 'pg'
import { inject, describe, expect, test } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { cloneDatabase, withDatabase } from '../database.ts'
import { runToEnd, start } from './processes.ts'

const ownerOf = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/healthz`)).headers.get('x-codeshelf-installation')

describe('start of a process', { timeout: 180_000 }, () => {
  test('web refuses a port that another installation listens on', async () => {
    await using mine = await cloneDatabase()
    await using theirs = await cloneDatabase()
    const port = await freePort()
    await using web = await start('web', { databaseUrl: mine.url, port })
    const refused = await runToEnd('web', { databaseUrl: theirs.url, port })
    expect(refused.code).toBe(1)
    expect(refused.log).toContain(`Port ${port} on 127.0.0.1 is used by another Codeshelf installation`)
    // A second process of the same installation shares the port, as a rolling restart needs it.
    await using second = await start('web', { databaseUrl: mine.url, port })
    expect([web.running(), second.running()]).toEqual([true, true])
  })

  test('only one of two installations that start at once gets the port', async () => {
    await using mine = await cloneDatabase()
    await using theirs = await cloneDatabase()
    const port = await freePort()
    const started = await Promise.allSettled([mine, theirs].map(({ url }) => start('web', { databaseUrl: url, port })))
    await using _cleanup = {
      async [Symbol.asyncDispose]() {
        for (const one of started) if (one.status === 'fulfilled') await one.value[Symbol.asyncDispose]()
      },
    }
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const owners = new Set(await Promise.all(Array.from({ length: 20 }, () => ownerOf(port))))
    expect(owners.size).toBe(1)
  })

  test('two web processes and a worker with one METRICS_PORT each serve their own metrics', async () => {
    await using database = await cloneDatabase()
    const port = await freePort()
    const metrics = await freePort()
    const setting = { databaseUrl: database.url, port, environment: { METRICS_PORT: `${metrics}` } }
    await using _one = await start('web', setting)
    await using _two = await start('web', setting)
    await using _worker = await start('worker', setting)
    const pages = await Promise.all(
      [0, 1, 2].map(async (i) => (await fetch(`http://127.0.0.1:${metrics + i}/`)).text()),
    )
    expect(pages.map((page) => page.includes('codeshelf_worker_leading'))).toEqual([false, false, true])
  })

  test.each(['web', 'worker'] as const)('%s on an unmigrated database says to run migrate first', async (command) => {
    await using database = await emptyDatabase()
    const { code, log } = await runToEnd(command, { databaseUrl: database.url, port: await freePort() })
    expect(code).toBe(1)
    expect(log).toContain('Run `codeshelf migrate` first.')
    expect(log).not.toMatch(/\n\s+at /)
  })

  test('web on an older database says to run migrate first', async () => {
    await using database = await cloneDatabase()
    await query(database.url, "delete from schema_migrations where name >= '0020'")
    const { code, log } = await runToEnd('web', { databaseUrl: database.url, port: await freePort() })
    expect(code).toBe(1)
    expect(log).toMatch(/lacks \d+ migrations, from 0020_\S+ on\. Run `codeshelf migrate` first\./)
  })

  test('seed is refused in production', async () => {
    await using database = await cloneDatabase()
    const environment = { NODE_ENV: 'production', MESSENGER_BOT_NAME: 'bot' }
    const { code, log } = await runToEnd('seed', { databaseUrl: database.url, port: 0, environment })
    expect(code).toBe(1)
    expect(log).toContain('refused in production')
    expect(await query(database.url, 'select from users')).toBe(0)
  })
})

async function query(url: string, sql: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

async function emptyDatabase() {
  const name = `empty_${process.hrtime.bigint()}`
  await query(inject('adminUrl'), `create database ${name}`)
  return {
    url: withDatabase(inject('adminUrl'), name),
    [Symbol.asyncDispose]: async () => {
      await query(inject('adminUrl'), `drop database ${name} with (force)`)
    },
  }
}
