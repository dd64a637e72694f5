import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const trash = (user: TestUser, file_ids: string[]) => user.post('/api/files/bulk-delete', { file_ids })
const restore = (user: TestUser, file_ids: unknown[]) => user.post('/api/trash/bulk-restore', { file_ids })
const tagCount = async (user: TestUser, tag: string) => {
  const { rows } = await app.pool.query<{ n: number }>(
    "select n from file_counts where user_id = $1 and kind = 'tag' and name = $2",
    [user.id, tag],
  )
  return rows[0]?.n ?? 0
}

describe('POST /api/trash/bulk-restore', () => {
  test('restores all files under their ids and updates the counts', async () => {
    const user = await app.user('Back')
    const ids = [await user.saveFile('a.py', 'x', { tags: ['t'] }), await user.saveFile('b.py', 'x', { tags: ['t'] })]
    await user.post('/api/files/bulk-favorite', { file_ids: ids })
    await trash(user, ids)
    expect(await tagCount(user, 't')).toBe(0)
    expect((await restore(user, [...ids, ...ids])).body).toEqual({
      ok: true,
      success: true,
      restored: 2,
      skipped_name_taken: [],
      skipped_not_in_trash: 0,
      requested: 2,
    })
    expect(await tagCount(user, 't')).toBe(2)
    expect(replyOf(await user.get('/api/files?category=favorites')).items).toHaveLength(2)
    const { rows } = await app.pool.query('select from files where id = any($1) and purge_at is not null', [ids])
    expect(rows).toEqual([])
  })

  test('does nothing and returns no error when it is sent again', async () => {
    const user = await app.user('Again')
    const ids = [await user.saveFile('a', 'x', { tags: ['t'] }), await user.saveFile('b')]
    await trash(user, ids)
    await restore(user, ids)
    expect(await restore(user, ids)).toMatchObject({
      status: 200,
      body: { restored: 0, skipped_not_in_trash: 2, requested: 2 },
    })
    expect(await tagCount(user, 't')).toBe(1)
  })

  test('leaves files whose name is taken in the trash, lists them in the reply and restores the others', async () => {
    const user = await app.user('Taken')
    const [a, b] = [await user.saveFile('a'), await user.saveFile('b')]
    await trash(user, [a, b])
    await user.saveFile('a')
    expect((await restore(user, [a, b])).body).toMatchObject({ restored: 1, skipped_name_taken: [a] })
    expect((await user.get(`/api/files/${a}`)).body).toMatchObject({ in_trash: true })
    expect((await user.get(`/api/files/${b}`)).status).toBe(200)
  })

  test('restores the file that was deleted last when two had the same name', async () => {
    const user = await app.user('Twins')
    const first = await user.saveFile('twin')
    await trash(user, [first])
    app.advance(1)
    const second = await user.saveFile('twin')
    await trash(user, [second])
    expect((await restore(user, [first, second])).body).toMatchObject({ restored: 1, skipped_name_taken: [first] })
    expect((await user.get(`/api/files/${second}`)).status).toBe(200)
  })

  test('returns 404 and restores nothing when a file is unknown, purged or owned by another user', async () => {
    const [user, other] = [await app.user('Mine'), await app.user('Theirs')]
    const [mine, purged, theirs] = [await user.saveFile('m'), await user.saveFile('p'), await other.saveFile('t')]
    await trash(user, [mine, purged])
    await trash(other, [theirs])
    await user.post(`/api/trash/${purged}/purge`)
    for (const missing of ['0190f000000070008000000000000000', purged, theirs])
      expect(await restore(user, [mine, missing])).toMatchObject({
        status: 404,
        body: { code: 'some_files_not_found', file_ids: [missing] },
      })
    expect((await user.get(`/api/files/${mine}`)).body).toMatchObject({ in_trash: true })
    expect((await other.get(`/api/files/${theirs}`)).body).toMatchObject({ in_trash: true })
  })

  test.each([
    { what: 'no files', ids: [], code: 'no_files_selected' },
    { what: '101 files', ids: Array.from({ length: 101 }, (_, i) => `${i}`.padStart(32, '0')), code: 'too_many_files' },
    { what: 'no id', ids: ['x'], code: 'invalid_file_id' },
  ])('returns 400 $code for $what', async ({ ids, code }) => {
    expect(await restore(await app.user('Wrong'), ids)).toMatchObject({ status: 400, body: { code } })
  })

  test('runs the same number of queries for two files and for fifty', async () => {
    const user = await app.user('Many')
    const ids: string[] = []
    for (let i = 0; i < 52; i++) ids.push(await user.saveFile(`f${i}`))
    await trash(user, ids)
    const asked = vi.spyOn(Client.prototype, 'query')
    const statementsOf = async (some: string[]) => {
      asked.mockClear()
      expect((await restore(user, some)).body).toMatchObject({ restored: some.length })
      // Statements of sessions and events run beside it and are not counted.
      return asked.mock.calls.map((call) => JSON.stringify(call[0])).filter((sql) => /\bfile(s|_counts)\b/.test(sql))
    }
    // Expected statements: lock, names, files, counts.
    expect(await statementsOf(ids.slice(0, 2))).toHaveLength(4)
    expect(await statementsOf(ids.slice(2))).toHaveLength(4)
    asked.mockRestore()
  })
})

describe('a name that another request takes during a restore', () => {
  const takeName = 'update files set file_name = $2 where id = $1'

  test('leaves the file in the trash, and the other request keeps the name', async () => {
    const user = await app.user('Racer')
    const [gone, free, rival] = [
      await user.saveFile('wanted'),
      await user.saveFile('free'),
      await user.saveFile('rival'),
    ]
    await trash(user, [gone, free])
    const lock = { sql: takeName, values: [rival, 'wanted'] }
    const answer = await whileRowIsLocked(app.pool, lock, async () => ({ waiting: restore(user, [gone, free]) }))
    expect(answer).toMatchObject({ status: 200, body: { restored: 1, skipped_name_taken: [gone] } })
    expect((await user.get(`/api/files/${free}`)).status).toBe(200)
  })

  test('returns 409 with a suggestion when a single file is restored', async () => {
    const user = await app.user('Single')
    const [gone, rival] = [await user.saveFile('wanted'), await user.saveFile('rival')]
    await trash(user, [gone])
    const lock = { sql: takeName, values: [rival, 'wanted'] }
    const answer = await whileRowIsLocked(app.pool, lock, async () => ({
      waiting: user.post(`/api/trash/${gone}/restore`),
    }))
    expect(answer).toMatchObject({ status: 409, body: { code: 'name_taken', suggestion: 'wanted (2)' } })
  })
})

describe('GET /api/files/ids', () => {
  test('lists every matching file once, in list order, beyond one page', async () => {
    const user = await app.user('All')
    const ids: string[] = []
    for (let i = 0; i < 45; i++) {
      app.advance(1)
      ids.push(await user.saveFile(`f${i}.py`, 'x', i % 3 === 0 ? { tags: ['third'] } : {}))
    }
    await user.saveFile('other.js', 'needle')
    const all = await user.get('/api/files/ids?lang=Python')
    expect(all.body).toEqual({ ok: true, ids: ids.toReversed(), total_known: 45 })
    expect(replyOf(await user.get('/api/files/ids?lang=Python&sort=created_at_asc')).ids).toEqual(ids)
    expect((await user.get('/api/files/ids?category=third')).body).toMatchObject({ total_known: 15 })
    expect((await user.get('/api/files/ids?q=NEEDLE')).body).toMatchObject({ total_known: 1 })
    expect((await user.get('/api/files/ids')).body).toMatchObject({ total_known: 46 })
    expect((await (await app.user('Empty')).get('/api/files/ids')).body).toMatchObject({ ids: [], total_known: 0 })
  })

  test('stops at 1,000 ids and returns the total where it is known', async () => {
    const user = await app.user('Large')
    await user.saveFile('one.py')
    await app.pool.query(
      `insert into files select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'file_name', 'n' || i))).*
       from files f, generate_series(1, 1004) i where f.user_id = $1`,
      [user.id],
    )
    await app.pool.query("update file_counts set n = 1005 where user_id = $1 and kind = 'language'", [user.id])
    const whole = await user.get('/api/files/ids')
    expect(replyOf(whole).ids).toHaveLength(1_000)
    expect(replyOf(whole).total_known).toBe(1_005)
    const filtered = await user.get('/api/files/ids?lang=Python')
    expect(replyOf(filtered).ids).toHaveLength(1_000)
    expect(replyOf(filtered).total_known).toBeNull()
  })
})

describe('POST /trash/restore, the form of the page', () => {
  const send = (user: TestUser, ids: string[]) =>
    user.form(
      '/trash/restore',
      ids.map((id) => ['file_ids', id]),
    )

  test('restores the ticked files and says how many, and which stayed', async () => {
    const user = await app.user('Form')
    const [a, b] = [await user.saveFile('a.py', 'x', { folder: 'proj' }), await user.saveFile('b')]
    await trash(user, [a, b])
    await user.saveFile('b')
    const page = (await user.get('/trash')).text
    expect(page).toContain('<bdi>proj</bdi>/')
    const answer = await send(user, [a, b])
    expect(answer).toMatchObject({ status: 303, headers: { location: '/trash?done=restored_many&n=1&left=1' } })
    const after = (await user.get('/trash?done=restored_many&n=1&left=1')).text
    expect(after).toContain('1 file restored.')
    expect(after).toContain('1 file stayed here')
  })

  test('restores nothing of another user, and nothing for an id that is none', async () => {
    const [user, other] = [await app.user('Own'), await app.user('Other')]
    const id = await user.saveFile('a')
    await trash(user, [id])
    expect((await send(other, [id])).status).toBe(404)
    for (const ids of [[], ['../../x'], Array.from({ length: 101 }, (_, i) => i.toString(16).padStart(32, '0'))])
      expect(await send(user, ids)).toMatchObject({ status: 303, headers: { location: '/trash?done=none' } })
    expect(replyOf(await user.get('/api/files')).items).toEqual([])
  })

  test('names the file that was restored', async () => {
    const user = await app.user('Named')
    const id = await user.saveFile('a.py', 'x', { folder: 'proj' })
    expect((await user.get(`/trash?done=restored&file=${id}`)).text).toMatch(/Restored:.*<bdi>proj<\/bdi>/)
  })
})
