import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOnce } from '../../../test/job.ts'
import { checkCounters, growIndexes } from './service/upkeep.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

describe('bulk calls', () => {
  test('bulk-favorite and bulk-unfavorite return how many changed, after dropping duplicates', async () => {
    const [a, b] = [await dana.saveFile('a'), await dana.saveFile('b')]
    expect((await dana.post('/api/files/bulk-favorite', { file_ids: [a, b, a] })).body).toEqual({
      ok: true,
      success: true,
      updated: 2,
    })
    expect((await dana.post('/api/files/bulk-favorite', { file_ids: [a] })).body).toMatchObject({ updated: 0 })
    expect((await dana.post('/api/files/bulk-unfavorite', { file_ids: [a] })).body).toMatchObject({ updated: 1 })
  })

  test('bulk-tag adds each tag once, and changes nothing when a file would exceed 20 tags', async () => {
    const [a, b] = [await dana.saveFile('c', 'x', { tags: ['one'] }), await dana.saveFile('d')]
    expect((await dana.post('/api/files/bulk-tag', { file_ids: [a, b], tags: ['one', 'שתיים'] })).body).toMatchObject({
      updated: 2,
    })
    expect((await dana.get('/api/files?category=one')).body).toMatchObject({ items: [{}, {}] })
    const many = Array.from({ length: 19 }, (_, i) => `t${i}`)
    expect(await dana.post('/api/files/bulk-tag', { file_ids: [b, a], tags: many })).toMatchObject({
      status: 400,
      body: { code: 'too_many_tags', max: 20 },
    })
    expect(replyOf(await dana.get('/api/files?category=t1')).items).toEqual([])
  })

  test.each([false, true])('bulk-tag updates search without reading a body (in the index: %s)', async (isHeavy) => {
    const user = await app.user(`Tagger ${isHeavy}`)
    const texts = ['plain', '\u0301combining first', 'İSTANBUL ς', 'שָׁלוֹם עולם', '', 'tag']
    if (isHeavy) await app.db.insertInto('search_tiers').values({ user_id: user.id, is_heavy: true }).execute()
    const ids = []
    for (const [i, text] of texts.entries())
      ids.push(await user.saveFile(`Nάme${i}.txt`, text, { description: 'é', tags: ['a'] }))
    const docs = async () => {
      const all = await app.db
        .selectFrom('search_docs')
        .select(['doc', 'pairs'])
        .where('user_id', '=', user.id)
        .orderBy('doc')
        .execute()
      return all.map(({ doc, pairs }) => ({ doc, pairs: pairs?.toString('hex') }))
    }
    // Save once to get the expected document, then tag with unreadable bodies and compare.
    for (const [i, id] of ids.entries())
      await user.put(`/api/files/${id}`, { prev_version: 1, file_name: `Nάme${i}.txt`, tags: ['a', 'New Tag', 'קוד'] })
    const expected = await docs()
    for (const [i, id] of ids.entries())
      await user.put(`/api/files/${id}`, { prev_version: 1, file_name: `Nάme${i}.txt`, tags: ['a'] })
    await app.db
      .updateTable('blobs')
      .set({ body: Buffer.from([1]), codec: 'zstd' })
      .where('user_id', '=', user.id)
      .execute()
    const tagged = await user.post('/api/files/bulk-tag', { file_ids: ids, tags: ['New Tag', 'קוד'] })
    expect(tagged.body).toMatchObject({ updated: texts.length })
    expect(await docs()).toEqual(expected)
  })

  test('bulk-tag rebuilds a search document whose head is not the expected one', async () => {
    const id = await dana.saveFile('strange-doc.txt', 'content of it')
    await app.pool.query("update search_docs set doc = 'something else' where file_id = $1", [id])
    await dana.post('/api/files/bulk-tag', { file_ids: [id], tags: ['mended'] })
    const { rows } = await app.pool.query('select doc from search_docs where file_id = $1', [id])
    expect(rows).toEqual([{ doc: 'strange-doc.txt\n\nmended\ncontent of it' }])
  })

  test('bulk-delete moves files to the trash with a purge date, 7 days away by default', async () => {
    const [a, b] = [await dana.saveFile('e'), await dana.saveFile('f')]
    await dana.post(`/api/files/${a}/trash`)
    expect((await dana.post('/api/files/bulk-delete', { file_ids: [a, b] })).body).toEqual({
      ok: true,
      success: true,
      deleted: 1,
      skipped_already_deleted: 1,
      requested: 2,
    })
    const { rows } = await app.pool.query<{ days: number }>(
      'select extract(day from purge_at - deleted_at)::int as days from files where id = any($1) order by purge_at',
      [[a, b]],
    )
    expect(rows.map(({ days }) => days)).toEqual([7, 30])
    expect(await dana.post('/api/files/bulk-delete', { file_ids: [b], ttl_days: 31 })).toMatchObject({
      status: 400,
      body: { field: 'ttl_days', max: 30 },
    })
  })

  test.each([
    { what: 'no files', body: { file_ids: [] }, code: 'no_files_selected' },
    { what: 'nothing at all', body: {}, code: 'no_files_selected' },
    {
      what: '101 files',
      body: { file_ids: Array.from({ length: 101 }, (_, i) => i.toString(16).padStart(32, '0')) },
      code: 'too_many_files',
    },
    { what: 'no id', body: { file_ids: ['x'] }, code: 'invalid_file_id' },
    { what: 'a number', body: { file_ids: [7] }, code: 'invalid_file_id' },
  ])('every bulk call returns 400 $code for $what', async ({ body, code }) => {
    for (const call of ['bulk-favorite', 'bulk-unfavorite', 'bulk-tag', 'bulk-delete', 'create-zip']) {
      expect(await dana.post(`/api/files/${call}`, body), call).toMatchObject({ status: 400, body: { code } })
    }
  })

  test('bulk calls change nothing: 400 no_tags without tags, 404 for unknown files', async () => {
    const a = await dana.saveFile('g')
    expect(await dana.post('/api/files/bulk-tag', { file_ids: [a], tags: [] })).toMatchObject({
      status: 400,
      body: { code: 'no_tags' },
    })
    const unknown = '0190f000000070008000000000000000'
    expect(await dana.post('/api/files/bulk-favorite', { file_ids: [a, unknown] })).toMatchObject({
      status: 404,
      body: { code: 'some_files_not_found', file_ids: [unknown] },
    })
    expect((await dana.get(`/api/files/${a}`)).body).toMatchObject({ file: { is_favorite: false } })
  })
})

describe('trash', () => {
  test('a trashed file leaves the list, is reported as trashed, and is restored under its id with every version', async () => {
    const id = await dana.saveFile('back.txt', 'one')
    await dana.saveFile('back.txt', 'two')
    expect((await dana.post(`/api/files/${id}/trash`)).body).toEqual({ ok: true })
    expect(await dana.get(`/api/files/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'File not found', in_trash: true },
    })
    expect(await dana.post(`/api/files/${id}/restore-version`, { version: 1 })).toMatchObject({
      status: 404,
      body: { error: 'File not found', in_trash: true },
    })
    expect(await dana.post(`/api/trash/${id}/restore`)).toMatchObject({
      status: 200,
      body: { file_id: id, version: 2 },
    })
    expect((await dana.get(`/api/files/${id}/versions`)).body).toMatchObject({ count: 2 })
  })

  test('restore returns 409 name_taken with a suggestion when the name is taken', async () => {
    const id = await dana.saveFile('again.txt')
    await dana.post(`/api/files/${id}/trash`)
    await dana.saveFile('again.txt')
    expect(await dana.post(`/api/trash/${id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'name_taken', suggestion: 'again (2).txt' },
    })
  })

  test('restore under another name keeps the id, the versions and the search hits, and counts the file once', async () => {
    const user = await app.user('Restorer')
    const id = await user.saveFile('same.txt', 'needle in here')
    await user.post(`/api/files/${id}/trash`)
    await user.saveFile('same.txt')
    expect(await user.form(`/trash/${id}/restore`, { file_name: 'same.txt' })).toMatchObject({ status: 303 })
    expect((await user.get(`/api/files/${id}`)).status).toBe(404)
    expect(await user.form(`/trash/${id}/restore`, { file_name: 'a/b' })).toMatchObject({ status: 400 })
    expect(await user.form(`/trash/${id}/restore`, { file_name: 'same.py' })).toMatchObject({ status: 303 })
    expect((await user.get('/api/files?q=needle')).body).toMatchObject({ items: [{ id, file_name: 'same.py' }] })
    expect((await user.get('/api/stats')).body).toMatchObject({ total_files: 2, languages: { Python: 1 } })
  })

  test('purge deletes the file at once with its versions and every unreferenced body', async () => {
    const user = await app.user('Purger')
    const id = await user.saveFile('p1', 'only here')
    await user.saveFile('p1', 'shared text')
    await user.saveFile('p2', 'shared text')
    expect((await user.post(`/api/trash/${id}/purge`)).status).toBe(404)
    await user.post(`/api/files/${id}/trash`)
    expect((await user.post(`/api/trash/${id}/purge`)).body).toEqual({ ok: true })
    const { rows } = await app.pool.query('select from blobs where user_id = $1', [user.id])
    expect(rows).toHaveLength(1)
    expect((await user.get(`/api/files/${id}`)).body).not.toHaveProperty('in_trash')
  })

  test('S36: purgeExpired purges expired items and never a restored one', async () => {
    const { purgeExpired } = await import('./service/trash.ts')
    const user = await app.user('Expiry')
    const ids = [await user.saveFile('x1'), await user.saveFile('x2'), await user.saveFile('x3')]
    await user.post('/api/files/bulk-delete', { file_ids: ids, ttl_days: 1 })
    await user.post(`/api/trash/${ids[1]}/restore`)
    expect(await purgeExpired(app.db, app.clock.now)).toBe(0)
    const later = new Date(app.clock.now.getTime() + 86_400_001)
    expect(await purgeExpired(app.db, later)).toBe(2)
    expect((await user.get(`/api/files/${ids[1]}`)).status).toBe(200)
  })

  test('users with many files are added to the trigram index once', async () => {
    await using own = await testApp()
    const user = await own.user('Grown')
    await user.saveFile('one.py')
    await own.pool.query("update file_counts set n = 1001 where user_id = $1 and kind = 'language'", [user.id])
    expect((await runOnce(own, growIndexes)).processed).toBe(1)
    expect((await runOnce(own, growIndexes)).processed).toBe(0)
    const { rows } = await own.pool.query('select from search_docs where user_id = $1 and indexed', [user.id])
    expect(rows).toHaveLength(1)
  })

  test('the recount repairs wrong counters and emits an event', async () => {
    await using own = await testApp()
    const user = await own.user('Drifted')
    await user.saveFile('one.py')
    expect(await runOnce(own, checkCounters)).toMatchObject({ processed: 1, events: [] })
    await own.pool.query("update file_counts set n = 7 where user_id = $1 and kind = 'language'", [user.id])
    await own.pool.query("insert into file_counts values ($1, 'tag', 'ghost', 3)", [user.id])
    expect(await runOnce(own, checkCounters)).toMatchObject({
      events: [{ name: 'file_counters_repaired', fields: { count: 2 } }],
    })
    expect(await runOnce(own, checkCounters)).toMatchObject({ events: [] })
    const { rows } = await own.pool.query('select kind, name, n from file_counts where user_id = $1 and n > 0', [
      user.id,
    ])
    expect(rows).toEqual([{ kind: 'language', name: 'Python', n: 1 }])
  })

  test('S36: start-up reports a missing or different expiry index', async () => {
    await using own = await testApp()
    const { checkExpiryIndex } = await import('./service/trash.ts')
    const ctx = { db: own.db, now: own.clock.now, emit: own.events.emitFor(null) }
    expect(await checkExpiryIndex(ctx)).toMatchObject({ state: 'found', overdue: 0 })
    await own.pool.query('drop index files_expiry')
    expect(await checkExpiryIndex(ctx)).toMatchObject({ state: 'missing' })
    await own.pool.query('create index files_expiry on files (purge_at, id)')
    expect(await checkExpiryIndex(ctx)).toMatchObject({ state: 'different' })
    expect(own.lines.filter((line) => line.includes('db_recycle_bin_ttl_index_missing'))).toHaveLength(2)
  })
})

test('counters equal a recount after random operations', async () => {
  await using own = await testApp()
  const user = await own.user('Random')
  const ids: string[] = []
  const step = fc.oneof(
    fc.record({
      do: fc.constant('save' as const),
      name: fc.constantFrom('a.py', 'b.js', 'c.md', 'd.py'),
      tag: fc.constantFrom('t1', 't2'),
      size: fc.constantFrom(1, 100_000),
    }),
    fc.record({
      do: fc.constantFrom(
        'favorite' as const,
        'unfavorite' as const,
        'trash' as const,
        'restore' as const,
        'restore two' as const,
        'purge' as const,
        'tag' as const,
        'rename' as const,
      ),
      pick: fc.nat(9),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      for (const each of steps) {
        own.advance(1)
        if (each.do === 'save') {
          const answer = await user.post('/api/files', {
            file_name: each.name,
            content: 'x'.repeat(each.size),
            tags: [each.tag],
          })
          const id = replyOf(answer).file_id
          if (!ids.includes(id)) ids.push(id)
          continue
        }
        const id = ids[each.pick % Math.max(1, ids.length)]
        if (!id) continue
        if (each.do === 'favorite' || each.do === 'unfavorite')
          await user.post(`/api/files/bulk-${each.do}`, { file_ids: [id] })
        if (each.do === 'tag') await user.post('/api/files/bulk-tag', { file_ids: [id], tags: ['t3'] })
        if (each.do === 'trash') await user.post(`/api/files/${id}/trash`)
        if (each.do === 'restore') await user.post(`/api/trash/${id}/restore`)
        if (each.do === 'restore two') await user.post('/api/trash/bulk-restore', { file_ids: [id, ids[0]] })
        if (each.do === 'purge') await user.post(`/api/trash/${id}/purge`)
        if (each.do === 'rename') await user.put(`/api/files/${id}`, { file_name: `r${each.pick}.rb`, prev_version: 1 })
      }
      const { rows: kept } = await own.pool.query(
        'select kind, name, n from file_counts where user_id = $1 and n > 0 order by kind, name',
        [user.id],
      )
      const { rows: recount } = await own.pool.query(
        `select kind, name, count(*)::int as n from (
           select 'language' as kind, language as name from files where user_id = $1 and deleted_at is null
           union all select 'tag', unnest(tags) from files where user_id = $1 and deleted_at is null
           union all select 'repo', repo from files where user_id = $1 and deleted_at is null and repo is not null
           union all select 'category', 'favorites' from files where user_id = $1 and deleted_at is null and is_favorite
           union all select 'category', 'large' from files where user_id = $1 and deleted_at is null and size_bytes >= 100000
         ) c group by kind, name order by kind, name`,
        [user.id],
      )
      expect(kept).toEqual(recount)
    }),
    { numRuns: 8 },
  )
})
