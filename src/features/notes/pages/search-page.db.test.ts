import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../../test/app.ts'

let app: TestApp
let dana: TestUser
let file: string
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  file = await dana.saveFile('shop.md', 'one\ntwo\n')
})
afterAll(() => app[Symbol.asyncDispose]())

const add = async (fields: object, user = dana) => {
  app.advance(1)
  return (await user.createNote(file, fields)).id
}
const look = async (query: string, user = dana) => (await user.page(`/notes/search?${query}`)).text
const q = (text: string) => `q=${encodeURIComponent(text)}`
const order = (html: string) => [...html.matchAll(/class="note-hit"[\s\S]*?\?note=([0-9a-f]{32})/g)].map(([, id]) => id)

describe('GET /notes/search', () => {
  test('shows an empty state with help when the user has no notes', async () => {
    const html = await look('', await app.user('Empty'))
    expect(html).toContain('There are no notes yet')
    expect(html).toContain('href="/boards"')
  })

  test('S29: lists title hits first, marks matches with and without niqqud, and links to the line', async () => {
    const title = await add({ title: 'חלב', line_start: 2, color: 'blue' })
    const body = await add({ content: 'לקנות חָלָב <b>' })
    const html = await look(q('חלב'))
    expect(order(html)).toEqual([title, body])
    expect(html).toContain('<mark>חלב</mark>')
    expect(html).toContain('<mark>חָלָב</mark> &lt;b>')
    expect(html).toContain(`href="/file/${file}?note=${title}#L2"`)
    expect(html).toContain('2 notes found')
  })

  test('a hit shows the current line of the note, and /note redirects there', async () => {
    const user = await app.user('Moving')
    const lines = Array.from({ length: 20 }, (_, i) => `value_${i} = compute(${i})`)
    const id = await user.saveFile('moving.py', lines.join('\n'))
    const note = await user.createNote(id, { content: 'watch this', line_start: 3, line_end: 4 })
    const way = `/file/${id}?note=${note.id}`
    const edit = (content: string, version: number) => user.put(`/api/files/${id}`, { content, prev_version: version })
    await edit(['# one', '# two', ...lines].join('\n'), 1)
    for (const query of ['', 'q=watch']) {
      const html = await look(query, user)
      expect(html).toContain('L5-6')
      expect(html).toContain(`href="${way}#L5"`)
      expect(html).not.toContain('L3-4')
    }
    expect((await user.page(`/note/${note.id}`)).headers['location']).toBe(`${way}#L5`)
    await edit(lines.slice(8).join('\n'), 2)
    const lost = await look('q=watch', user)
    expect(lost).toContain('lines no longer in the text')
    expect(lost).toContain(`href="${way}"`)
  })

  test('a colour filters the search and is in the URL; an empty result offers all colours', async () => {
    const blue = await add({ content: 'paint', color: 'blue' })
    await add({ content: 'paint', color: 'pink' })
    expect(order(await look('q=paint&color=blue'))).toEqual([blue])
    expect(order(await look('q=paint&color=%23c7e2ff'))).toEqual([blue])
    const none = await look('q=paint&color=green')
    expect(none).toContain('was not found in any note of this colour')
    expect(none).toContain('href="/notes/search?q=paint"')
  })

  test('lists the most recent notes without a query, also by colour, without notes of files in the trash', async () => {
    const user = await app.user('Recent')
    const id = await user.saveFile('a.txt', 'x')
    await user.post(`/api/sticky-notes/${id}`, { content: 'first' })
    app.advance(1)
    await user.post(`/api/sticky-notes/${id}`, { content: 'second', color: 'green' })
    const html = await look('', user)
    expect(html.indexOf('second')).toBeLessThan(html.indexOf('first'))
    expect(await look('color=green', user)).not.toContain('first')
    await user.post(`/api/files/${id}/trash`)
    expect(await look('', user)).toContain('There are no notes yet')
  })

  test('reports more hits than displayed, and a query that is too long', async () => {
    const user = await app.user('Many')
    const [board] = await user.listBoards()
    for (let i = 0; i < 31; i++) await user.post(`/api/sticky-notes/board/${board?.id}`, { content: `same ${i}` })
    const html = await look('q=same', user)
    expect(html).toContain('These are the first 30. Narrow the search')
    expect(html).toMatch(/href="\/boards\/[0-9a-f]{32}#note-[0-9a-f]{32}"/)
    expect(await look(q('א'.repeat(201)), user)).toContain('up to 200 characters')
  })
})
