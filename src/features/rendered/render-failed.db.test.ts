import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'

// No text is known that breaks the renderer: it gives up in time on all that we found. So here it is a broken one.
vi.mock('./markdown.ts', async (original) => ({
  ...(await original<object>()),
  renderMarkdown: () => {
    throw new RangeError('canary of the renderer')
  },
}))

test('a file that the renderer breaks on is shown as its source, and render_failed names the file and the sort of failure', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const { body } = await dana.post('/api/files', { file_name: 'broken.md', content: '# canary heading' })
  const page = await dana.page(`/md/${String(body['file_id'])}`)
  expect(page.status).toBe(200)
  expect(page.text).toContain('# canary heading')
  const [line] = app.lines.filter((each) => each.includes('"render_failed"'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    resource: { type: 'file', id: body['file_id'] },
    error: 'RangeError',
  })
})
