import { expect, test } from 'vitest'
import { TaskError } from '#platform/threads.ts'
import { findExcerpts } from './note-excerpts.ts'

const long = `a needle ${'x'.repeat(30_000)}`
const failing = (reason: TaskError['reason']) => ({ offload: () => Promise.reject(new TaskError(reason, 'no answer')) })

test('findExcerpts shows the beginning of notes without marks when no thread is free', async () => {
  const [excerpt] = await findExcerpts(failing('busy'), [long], ['needle'])
  expect(excerpt).toMatchObject({ ranges: [], cut: { start: false, end: true } })
  expect(excerpt?.text).toMatch(/^a needle x/)
})

test('findExcerpts fails when the thread fails', async () => {
  await expect(findExcerpts(failing('failed'), [long], ['needle'])).rejects.toThrow('no answer')
})

const inline = { offload: () => Promise.reject(new Error('costs too little for a thread')) }

test.each([
  ['- [ ] **buy** milk', ['milk'], 'buy milk', ['milk']],
  ['see [the docs](https://example.org/spec)', ['docs'], 'see the docs', ['docs']],
  ['see [the docs](https://example.org/spec)', ['spec'], 'see [the docs](https://example.org/spec)', ['spec']],
  ['- [x] `done`', [], 'done', []],
  ['**a** *b*', ['**a**'], '**a** *b*', ['**a**']],
])(
  'findExcerpts shows the words of %j without Markdown where %j is among them',
  async (content, words, text, marked) => {
    const [excerpt] = await findExcerpts(inline, [content], words)
    expect(excerpt?.text).toBe(text)
    expect(excerpt?.ranges.map(([from, to]) => excerpt.text.slice(from, to))).toEqual(marked)
  },
)

test('findExcerpts shows words far down in a note without Markdown', async () => {
  const [excerpt] = await findExcerpts(inline, [`${'- **point**\n'.repeat(400)}- [ ] the _needle_`], ['needle'])
  expect(excerpt?.text).toMatch(/^(?:\w*\n)?(?:point\n)+the needle$/)
  expect(excerpt?.cut).toEqual({ start: true, end: false })
})
