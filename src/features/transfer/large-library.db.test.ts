import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { ctxOf, exportOf, importInto, rowsOf } from '../../../test/libraries.ts'

/** `EXPORTS=full` uses the size that the format is designed for; the default is small. */
const IS_FULL = process.env['EXPORTS'] === 'full'
const [FILES, NOTES] = IS_FULL ? [20_000, 5_000] : [300, 150]
const LIVE_NOTES = Math.min(NOTES, 1_000)
const MIB = 1024 * 1024

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  await fill(dana.id)
}, 300_000)
afterAll(() => app[Symbol.asyncDispose]())

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
     select $1, rpad(lpad(to_hex(n), 12, '0'), 32, '0')::uuid, 'file', rpad(lpad(to_hex(n % $4 + 1), 12, '0'), 32, '0')::uuid, 'note ' || n, repeat('word ', 100), '', '',
       n, n, 200, 200, 'yellow', false, 'anchored', 1, 1, 'text', '', '', 1, $5, $5,
       case when n > $3 then $5::timestamptz end, case when n > $3 then $5::timestamptz + interval '30 days' end
     from generate_series(1, $2::int) n`,
    [userId, NOTES, LIVE_NOTES, FILES, app.clock.now],
  )
  await app.pool.query(
    `insert into note_history select n.user_id, n.id, s, '', repeat('earlier ', 100), n.created_at from notes n, generate_series(1, 3) s where n.user_id = $1`,
    [userId],
  )
}

test(`${FILES} files and ${NOTES} notes are exported and imported whole`, { timeout: 3_600_000 }, async () => {
  const started = performance.now()
  const zip = await exportOf(ctxOf(app, dana.id))
  const exported = performance.now()
  const { outcomes, extras } = await importInto(ctxOf(app, '9000001'), zip)
  const imported = performance.now()
  expect(outcomes.filter(({ outcome }) => outcome === 'saved')).toHaveLength(FILES)
  expect(extras.notes).toEqual({ saved: NOTES, unchanged: 0, failed: 0 })
  expect(await rowsOf(app, '9000001')).toEqual(await rowsOf(app, dana.id))
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  process.stdout.write(
    `${FILES} files, ${NOTES} notes: ${(zip.length / MIB).toFixed(1)} MiB, export ${seconds(exported - started)} s, import ${seconds(imported - exported)} s\n`,
  )
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Live memory after a garbage collection, without which buffers of finished entries would count too. */
function held(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('an export of many notes is streamed in bounded memory', { timeout: 600_000 }, async () => {
  const { secret } = await dana.createToken('curl', { scopes: ['read'], expires_in_days: 7 })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { authorization: `Bearer ${secret}` }
  const sent = httpRequest({ port: app.app.addresses()[0]?.port ?? 0, host: '127.0.0.1', path: '/api/export', headers })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const before = held()
  let [bytes, measured, peak] = [0, 0, before]
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes - measured < MIB / 2) continue
    measured = bytes
    peak = Math.max(peak, held())
  }
  process.stdout.write(
    `${(bytes / MIB).toFixed(1)} MiB sent, memory grew by ${Math.round((peak - before) / MIB)} MiB\n`,
  )
  expect(peak - before).toBeLessThan(160 * MIB)
})
