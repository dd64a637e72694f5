import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { failingThreads } from '../../../test/failing-threads.ts'

const SLOW = 'Rendering the text took too long'
const BROKEN = 'The text could not be rendered'

// No known text breaks the renderer, so the test makes the thread fail.
describe.each([
  ['failed', 'TaskFailed', BROKEN],
  ['deadline', 'TaskDeadline', SLOW],
  ['busy', 'TaskBusy', SLOW],
] as const)('when rendering ends with "%s"', (reason, error, words) => {
  test('a Markdown file that could not be rendered is shown as its source with the reason, and render_failed names the file', async () => {
    await using app = await testApp({}, failingThreads(['render-markdown'], reason))
    const dana = await app.user('Dana')
    const id = await dana.saveFile('broken.md', '# canary <heading>')
    const page = await dana.page(`/md/${id}`, { 'accept-language': 'en' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('# canary &lt;heading&gt;')
    expect(page.text).toContain(words)
    const [line] = app.lines.filter((each) => each.includes('"render_failed"'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ resource: { type: 'file', id }, error })
  })

  test('an HTML file that could not be rendered is shown as its source with the reason', async () => {
    await using app = await testApp({}, failingThreads(['sanitize-page'], reason))
    const dana = await app.user('Dana')
    const id = await dana.saveFile('broken.html', '<p>canary')
    const page = await dana.page(`/html/${id}`, { 'accept-language': 'en' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('&lt;p&gt;canary')
    expect(page.text).toContain(words)
  })
})

test('a page returns 503 with Retry-After when no thread has time even for its source', async () => {
  await using app = await testApp({}, failingThreads(['render-markdown', 'escape-source'], 'busy'))
  const dana = await app.user('Dana')
  const id = await dana.saveFile('a.md', '# canary')
  const page = await dana.get(`/md/${id}`)
  expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { code: 'took_too_long' } })
})
