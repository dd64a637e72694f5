import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'

test('GET /api/agent/primer answers 204 when empty, otherwise plain text by session and by token', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  expect((await dana.get('/api/agent/primer')).status).toBe(204)
  await dana.post('/api/files', { file_name: 'שלום.py', content: 'x', tags: ['א'] })
  const primer = await dana.get('/api/agent/primer')
  expect(primer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  expect(primer.text).toContain('1 files.')
  expect(primer.text).toContain('שלום.py (Python)')
  const { secret } = await dana.createToken('agent', { scopes: ['read'], expires_in_days: 30 })
  const byToken = await app.visitor().get('/api/agent/primer', { authorization: `Bearer ${secret}` })
  expect(byToken.text).toBe(primer.text)
})
