import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { countRows } from '#platform/db/row-counts.ts'
import { migrate } from '#platform/db/migrate.ts'
import { BOT_TOKEN, testApp } from '../app.ts'
import { client } from '../client.ts'
import { emptyDatabase, query } from '../database.ts'
import { signWidget } from '../sign-widget.ts'
import { readLibrary } from './library.ts'

const readFixture = (name: string) =>
  gunzipSync(readFileSync(join(import.meta.dirname, '../fixtures/upgrade', name))).toString()

/** What the API of the release answered, in the session of each person. */
const Answered = z.object({
  madeAt: z.coerce.date(),
  token: z.string(),
  people: z.record(z.string(), z.object({ cookie: z.string(), library: z.unknown() })),
})

async function countsOf(url: string) {
  const connection = new Client({ connectionString: url })
  await connection.connect()
  try {
    return Object.fromEntries(await countRows(connection))
  } finally {
    await connection.end()
  }
}

describe.each(['0.1.0'])('a database of release %s', (release) => {
  test('has every row, text, note and share after the migrations, and people sign in as before', async () => {
    // 0.1.0 said "moved" of notes whose lines were only shifted.
    const answered = readFixture(`${release}.json.gz`).replaceAll(/(?<="state": ?)"moved"/g, '"shifted"')
    const { madeAt, token, people } = Answered.parse(JSON.parse(answered))
    const database = await emptyDatabase()
    await query(database.url, readFixture(`${release}.sql.gz`))
    const { schema_migrations: applied = 0, ...before } = await countsOf(database.url)
    const report = await migrate(database.url)
    const after = await countsOf(database.url)
    expect(after).toMatchObject({ ...before, schema_migrations: applied + report.applied.length })
    expect(Object.values(before).filter((rows) => rows > 0).length).toBeGreaterThan(15)
    expect(after['sign_in_methods']).toBe(before['identities'])

    await using app = await testApp({ RATE_LIMIT_FACTOR: '1000' }, undefined, database)
    app.clock.now = madeAt
    for (const { cookie, library } of Object.values(people)) {
      // The release ran without https, where cookies have no prefix.
      const session = client(app.app, { cookie: `__Host-${cookie}` }, '127.0.3.1')
      expect(await readLibrary(async (path) => (await session.get(path)).body)).toEqual(library)
    }
    const withToken = client(app.app, { authorization: `Bearer ${token}` }, '127.0.3.1')
    expect((await withToken.get('/api/stats')).status).toBe(200)
    const { rows } = await app.pool.query<{ key: string }>("select key from shares where kind = 'public'")
    expect((await app.visitor().page(`/shared/${rows[0]?.key}`)).text).toContain('moving.py')

    // Signing in finds the old account and creates none.
    for (const [id, name] of [
      [1001, 'Dana'],
      [2001, 'Rami'],
    ] as const) {
      const auth_date = Math.floor(madeAt.getTime() / 1000)
      const answer = await app
        .visitor()
        .post('/auth/messenger', signWidget(BOT_TOKEN, { id, first_name: name, auth_date }))
      expect(answer.status).toBe(200)
    }
    expect((await countsOf(database.url))['users']).toBe(before['users'])
  })
})
