import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf, type TestApp, testApp, type TestUser } from '../app.ts'

/*
 * Events of a store that fails, each provoked by a database that really refuses. The person gets a 500 with a request id, and
 * the event has that id, the sort of failure and nothing about whose file it was.
 */
let app: TestApp
let dana: TestUser
let fileId: string
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  fileId = await dana.saveFile('canary-of-the-store.py', 'canary = 1')
})
afterAll(() => app[Symbol.asyncDispose]())

/** The one event of this name that belongs to the request, without what every line has. */
function eventOf(name: string, requestId: unknown): Record<string, unknown> {
  const events = app.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const [found, ...others] = events.filter(({ event, request_id: id }) => event === name && id === requestId)
  expect(others).toEqual([])
  const { level, time, pid, hostname, msg, ...fields } = found ?? {}
  return fields
}

describe('a database that refuses', () => {
  test('to give the latest version: db_get_latest_version_error', async () => {
    await app.pool.query('alter table blobs rename to blobs_away')
    const answer = await dana.get(`/api/files/${fileId}`)
    await app.pool.query('alter table blobs_away rename to blobs')
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } })
    expect(eventOf('db_get_latest_version_error', problemOf(answer).request_id)).toEqual({
      event: 'db_get_latest_version_error',
      severity: 'error',
      request_id: problemOf(answer).request_id,
      repo: 'none',
      error: 'error',
      msg_he: 'שליפת הגרסה האחרונה נכשלה',
    })
  })

  test('to take a version: db_save_code_snippet_error, and the file is as it was', async () => {
    await app.pool.query('alter table file_versions add constraint refuses check (version < 2)')
    const answer = await dana.put(`/api/files/${fileId}`, { content: 'canary = 2', prev_version: 1 })
    await app.pool.query('alter table file_versions drop constraint refuses')
    expect(answer.status).toBe(500)
    expect(eventOf('db_save_code_snippet_error', problemOf(answer).request_id)).toMatchObject({ repo: 'none' })
    expect((await dana.get(`/api/files/${fileId}`)).body).toMatchObject({ file: { version: 1 } })
  })

  test('to move to the trash: db_delete_file_error', async () => {
    await app.pool.query('alter table files add constraint refuses check (deleted_at is null)')
    const answer = await dana.post(`/api/files/${fileId}/trash`)
    await app.pool.query('alter table files drop constraint refuses')
    expect(answer.status).toBe(500)
    expect(eventOf('db_delete_file_error', problemOf(answer).request_id)).toMatchObject({ repo: 'none' })
  })

  test('the same failure is told as request_failed too, by the route and not by the address', async () => {
    const told = app.lines.filter((line) => line.includes('"request_failed"'))
    expect(told.length).toBe(3)
    expect(told.join('')).not.toContain(fileId)
    expect(told.join('')).toContain('PUT /api/files/:id')
  })
})
