import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { ctxOf, exportOf, importInto } from '../../../test/libraries.ts'
import { writeAccount } from '../../../test/library-extras.ts'
import { tablesOf } from '../../../test/library-rows.ts'
import { liveMemory } from '../../../test/live-memory.ts'

/** `EXPORTS=full` uses the size that the format is designed for, fifteen minutes or more; the default is small. */
const IS_FULL = process.env['EXPORTS'] === 'full'
const [FILES, NOTES] = IS_FULL ? [20_000, 5_000] : [150, 80]
const LIVE_NOTES = Math.min(NOTES, 1_000)
const SHARES = IS_FULL ? 1_000 : 50
const MIB = 1024 * 1024

let app: TestApp
/** An empty installation. */
let other: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  other = await testApp()
  dana = await app.user('Dana')
  await fill(dana.id)
}, 300_000)
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

/** Inserts directly into the tables. Notes beyond the account limit are in the trash, where they do not count. */
async function fill(userId: string): Promise<void> {
  await app.pool.query(
    `insert into blobs select $1, sha256(convert_to('text ' || n, 'utf8')), octet_length('text ' || n), 'raw', convert_to('text ' || n, 'utf8'), now()
     from generate_series(1, $2::int) n`,
    [userId, FILES],
  )
  await app.pool.query(
    `insert into files (user_id, id, file_name, language, version, sha256, size_bytes, line_count, first_line, created_at, updated_at, touched_at)
     select $1, rpad(lpad(to_hex(n), 12, '0'), 32, '0')::uuid, 'file ' || n, 'Text', 1, sha256(convert_to('text ' || n, 'utf8')), octet_length('text ' || n), 1,
       'text ' || n, $3::timestamptz + n * interval '1 second', $3, $3 from generate_series(1, $2::int) n`,
    [userId, FILES, '2026-01-01T00:00:00Z'],
  )
  await app.pool.query(
    `insert into file_versions select f.user_id, f.id, 1, f.sha256, f.size_bytes, 1, 1, 0, 'web', f.created_at from files f where f.user_id = $1`,
    [userId],
  )
  await app.pool.query(
    `insert into notes (user_id, id, kind, file_id, title, content, search_title, search_body, pos_x, pos_y, width, height, color,
       is_minimized, mode, line_start, line_end, quote, quote_before, quote_after, quote_version, created_at, updated_at, deleted_at, purge_at)
     select $1, rpad('1' || lpad(to_hex(n), 11, '0'), 32, '0')::uuid, 'file', rpad(lpad(to_hex(n % $4 + 1), 12, '0'), 32, '0')::uuid, 'note ' || n, repeat('word ', 100), 'note ' || n, repeat('word ', 100),
       n, n, 200, 200, 'yellow', false, 'anchored', 1, 1, 'text', '', '', 1, $5, $5,
       case when n > $3 then $5::timestamptz end, case when n > $3 then $5::timestamptz + interval '30 days' end
     from generate_series(1, $2::int) n`,
    [userId, NOTES, LIVE_NOTES, FILES, app.clock.now],
  )
  await app.pool.query(
    `insert into note_history select n.user_id, n.id, s, '', repeat('earlier ', 100), n.created_at from notes n, generate_series(1, 3) s where n.user_id = $1`,
    [userId],
  )
  await app.pool.query(
    `insert into reminders select n.user_id, n.id, n.file_id, $2::timestamptz + interval '1 day', 'pending', null, $2::timestamptz + interval '1 day'
     from notes n where n.user_id = $1 and n.deleted_at is null`,
    [userId, app.clock.now],
  )
  await app.pool.query(
    `insert into file_origins select f.user_id, f.id, 'octo/shelf', 'https://github.com/octo/shelf.git', f.file_name, null, repeat('a', 40), repeat('b', 40), 1, null, $2
     from files f where f.user_id = $1`,
    [userId, app.clock.now],
  )
  await fillShares(userId)
}

async function fillShares(userId: string): Promise<void> {
  await app.pool.query(
    `insert into shares (user_id, id, kind, key, seed, created_at)
     select $1, rpad('2' || lpad(to_hex(n), 11, '0'), 32, '0')::uuid, 'public',
       translate(rtrim(encode(sha256(convert_to(rpad(n || 'x', 43, 'x'), 'utf8')), 'base64'), '='), '+/', '-_'), rpad(n || 'x', 43, 'x'), $2
     from generate_series(1, $3::int) n`,
    [userId, app.clock.now, SHARES],
  )
  await app.pool.query(`insert into share_keys select key, user_id, id from shares where user_id = $1`, [userId])
  await app.pool.query(
    `insert into share_files select s.user_id, s.id, 1, overlay(s.id::text placing '0' from 1 for 1)::uuid, 1, array[1] from shares s where s.user_id = $1`,
    [userId],
  )
}

test(
  `${FILES} files and ${NOTES} notes are imported into an empty installation equal row by row`,
  { timeout: 3_600_000 },
  async () => {
    await writeAccount(other, '9000001')
    const started = performance.now()
    const zip = await exportOf(ctxOf(app, dana.id))
    const exported = performance.now()
    const peakOfImport = trackPeak()
    const { outcomes, extras } = await importInto(ctxOf(other, '9000001'), zip)
    const imported = performance.now()
    const live = peakOfImport()
    const rss = process.resourceUsage().maxRSS * 1024
    expect(outcomes.filter(({ outcome }) => outcome === 'saved')).toHaveLength(FILES)
    expect(extras.notes).toEqual({ saved: NOTES, unchanged: 0, failed: 0 })
    expect(extras.shares).toEqual({ saved: SHARES, unchanged: 0, failed: 0, newAddress: 0 })
    const { search_docs: _rebuilt, file_activity: _counted, ...tables } = await tablesOf(other, '9000001')
    expect(await tablesOf(app, dana.id)).toMatchObject(tables)
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    process.stdout.write(
      `${FILES} files, ${NOTES} notes: ${(zip.length / MIB).toFixed(1)} MiB, export ${seconds(exported - started)} s, import ${seconds(imported - exported)} s, live memory of the import at most ${Math.round(live / MIB)} MiB, peak RSS ${Math.round(rss / MIB)} MiB\n`,
    )
  },
)

/** Samples live memory every two seconds until it is asked for. */
function trackPeak(): () => number {
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, liveMemory())), 2_000)
  return () => {
    clearInterval(timer)
    return Math.max(peak, liveMemory())
  }
}

test('an export of many notes is streamed in bounded memory', { timeout: 600_000 }, async () => {
  const { secret } = await dana.createToken('curl', { scopes: ['read'], expires_in_days: 7 })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${secret}` }
  const sent = httpRequest({ port: app.app.addresses()[0]?.port ?? 0, host: '127.0.0.1', path: '/api/export', headers })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const before = liveMemory()
  let [bytes, measured, peak] = [0, 0, before]
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes - measured < MIB / 2) continue
    measured = bytes
    peak = Math.max(peak, liveMemory())
  }
  process.stdout.write(
    `${(bytes / MIB).toFixed(1)} MiB sent, memory grew by ${Math.round((peak - before) / MIB)} MiB\n`,
  )
  expect(peak - before).toBeLessThan(160 * MIB)
})
