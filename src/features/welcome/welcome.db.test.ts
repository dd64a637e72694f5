import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'

test('POST /api/welcome/ack hides the welcome for good, however often and from wherever it is sent', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const omer = await app.user('Omer')
  expect((await dana.page('/files')).text).toContain('data-island="welcome/welcome"')
  const answers = await Promise.all(Array.from({ length: 5 }, () => dana.post('/api/welcome/ack')))
  for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
  expect((await dana.post('/api/welcome/ack')).body).toEqual({ ok: true })
  expect((await dana.page('/files')).text).not.toContain('welcome/welcome')
  expect((await omer.page('/files')).text).toContain('welcome/welcome')
  const row = app.db.selectFrom('users').select('has_seen_welcome_modal').where('user_id', '=', dana.id)
  expect(await row.execute()).toEqual([{ has_seen_welcome_modal: true }])
})

test('without script a form does it and leads back', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const send = (next: string) => dana.form('/welcome/ack', { next })
  expect(await send('/files?q=a')).toMatchObject({ status: 303, headers: { location: '/files?q=a' } })
  expect(await send('//evil.example')).toMatchObject({ status: 303, headers: { location: '/dashboard' } })
  expect((await dana.page('/files')).text).not.toContain('welcome/welcome')
})
