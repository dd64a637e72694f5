import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'

test('GET /api/stats returns total_files, languages and recent_files', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  expect((await dana.get('/api/stats')).body).toEqual({ total_files: 0, languages: {}, recent_files: [] })
  const id = await dana.saveFile('a.py', '1')
  await dana.saveFile('b.py', '2')
  app.advance(1)
  await dana.saveFile('c.go', '3')
  await dana.post(`/api/files/${id}/trash`)
  expect((await dana.get('/api/stats')).body).toMatchObject({
    total_files: 2,
    languages: { Python: 1, Go: 1 },
    recent_files: [
      { file_name: 'c.go', language: 'Go', created_at: '2026-11-15T09:30:01.123+00:00' },
      { file_name: 'b.py' },
    ],
  })
})
