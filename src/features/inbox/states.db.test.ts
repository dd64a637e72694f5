import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { failingThreads } from '../../../test/failing-threads.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const look = async (user: TestUser, query: string) => (await user.page(`/notes?${query}`)).text
const ids = (html: string) => [...html.matchAll(/class="inbox-note" id="note-([0-9a-f]{32})"/g)].map(([, id]) => id)
const next = (html: string) => /rel="next" href="\/notes\?([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
const LINES = Array.from({ length: 20 }, (_, i) => `value_${i} = compute(${i * 31})`)

/** A file whose second version lacks line 3 and has another line 10; a note on each, and one on line 15. */
async function changedFile(user: TestUser, name: string) {
  const id = await user.saveFile(name, LINES.join('\n'))
  const add = async (line: number) => (await user.createNote(id, { content: `${name} ${line}`, line_start: line })).id
  const [lost, changed, shifted] = [await add(3), await add(10), await add(15)]
  const content = LINES.with(9, 'value_9 = compute(279) + other').toSpliced(2, 1).join('\n')
  await user.put(`/api/files/${id}`, { content, prev_version: 1 })
  return { id, lost, changed, shifted }
}

describe('show=changed and show=lost of GET /notes', () => {
  test('list the notes in that state with their current lines and a link that attaches them elsewhere', async () => {
    const user = await app.user('States')
    const { id, lost, changed, shifted } = await changedFile(user, 'a.py')
    const gone = await look(user, 'show=lost')
    expect(ids(gone)).toEqual([lost])
    expect(gone).toContain('Lines no longer in the text')
    expect(gone).toContain(`href="/file/${id}?note=${lost}&amp;attach=1"`)
    expect(gone).toContain('Checked 3 of 3 notes whose text may have changed.')
    const other = await look(user, 'show=changed')
    expect(ids(other)).toEqual([changed])
    expect(other).toContain(`href="/file/${id}?note=${changed}&amp;attach=1#L9"`)
    const all = await look(user, '')
    expect(all).toContain(`href="/file/${id}?note=${shifted}#L14"`)
    expect([...all.matchAll(/class="inbox-state /g)]).toHaveLength(2)
  })

  test('say that nothing was found only after every note was checked', async () => {
    const user = await app.user('Calm')
    await user.createNote(await user.saveFile('calm.py', LINES.join('\n')), { content: 'still here', line_start: 2 })
    expect(await look(user, 'show=lost')).toContain('All notes are in their place')
    expect(await look(user, 'show=changed')).toContain('The text of no note has changed')
  })

  test('a request follows the notes of 20 texts; the next page goes on, and all pages together are complete', async () => {
    const user = await app.user('Many texts')
    const lost: string[] = []
    for (let i = 0; i < 22; i++) {
      app.advance(1)
      const id = await user.saveFile(`f${i}.py`, LINES.join('\n'))
      lost.unshift((await user.createNote(id, { content: 'on line 3', line_start: 3 })).id)
      // Every second file lost the line of its note.
      await user.put(`/api/files/${id}`, {
        content: LINES.toSpliced(i % 2 === 0 ? 2 : 9, 1).join('\n'),
        prev_version: 1,
      })
    }
    const first = await look(user, 'show=lost')
    expect(ids(first)).toHaveLength(10)
    expect(first).toContain('Checked 20 of 22 notes')
    expect(first).toContain('Check further')
    const second = await look(user, String(next(first)))
    expect(second).toContain('Checked 22 of 22 notes')
    expect([...ids(first), ...ids(second)]).toEqual(lost.filter((_id, i) => i % 2 === 1))
    expect(next(second)).toBeUndefined()
  })

  test('a note that could not be followed in time is neither lost nor in its place', async () => {
    await using failing = await testApp({}, failingThreads(['follow-versions'], 'deadline'))
    const user = await failing.user('Slow')
    const { lost } = await changedFile(user, 'slow.py')
    const html = await look(user, 'show=lost')
    expect(ids(html)).toEqual([])
    expect(html).toContain('3 notes were not checked')
    expect(html).not.toContain('All notes are in their place')
    const all = await look(user, '')
    expect(all).toContain('Location not checked')
    expect(all).toContain(`note=${lost}#L3`)
    expect(all).not.toContain('Lines no longer in the text')
  })
})
