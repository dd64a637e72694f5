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
