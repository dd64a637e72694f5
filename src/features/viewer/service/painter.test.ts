import { expect, test } from 'vitest'
import { createPainter, NEAR_CHARS } from './painter.ts'

const large = 'let x = 1\n'.repeat(NEAR_CHARS / 5)

test('a small text is coloured here, a large one far away, each once', async () => {
  const jobs: string[] = []
  const painter = createPainter(async ({ text }) => {
    jobs.push(text)
    return { html: 'far', outline: [] }
  })
  expect((await painter('let x = 1\n', 'JavaScript')).lines).toEqual([
    '<span class="hljs-keyword">let</span> x = <span class="hljs-number">1</span>',
  ])
  expect(jobs).toEqual([])
  const [one, two] = await Promise.all([painter(large, 'JavaScript'), painter(large, 'JavaScript')])
  expect(one).toBe(two)
  expect(jobs).toEqual([large])
  await painter(large, 'TypeScript')
  expect(jobs).toHaveLength(2)
})

test('when colours cannot be had the text is shown plain, and tried again next time', async () => {
  let works = false
  const painter = createPainter(async () => {
    if (works) return { html: '<b>coloured</b>', outline: [] }
    throw new Error('The thread died')
  })
  const failed = await painter(`${large}<`, 'JavaScript')
  expect(failed.plain).toBe(true)
  expect(failed.lines.at(-1)).toBe('&lt;')
  works = true
  expect((await painter(`${large}<`, 'JavaScript')).plain).toBe(false)
})

test('an empty text has no lines, one line end is one empty line', async () => {
  const painter = createPainter(async () => ({ html: '', outline: [] }))
  expect((await painter('', 'Text')).lines).toEqual([])
  expect((await painter('\n', 'Text')).lines).toEqual([''])
})
