import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../../test/app.ts'

let app: TestApp
let dana: TestUser
let file: string
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  file = String((await dana.post('/api/files', { file_name: 'shop.md', content: 'one\ntwo\n' })).body['file_id'])
})
afterAll(() => app[Symbol.asyncDispose]())

const add = async (fields: object, user = dana) => {
  app.advance(1)
  return String((await user.post(`/api/sticky-notes/${file}`, fields)).body['id'])
}
const look = async (query: string, user = dana) => (await user.page(`/notes/search?${query}`)).text
const q = (text: string) => `q=${encodeURIComponent(text)}`
const order = (html: string) => [...html.matchAll(/class="note-hit"[\s\S]*?\?note=([0-9a-f]{32})/g)].map(([, id]) => id)

describe('GET /notes/search', () => {
  test('an account without notes is told so, and where notes are made', async () => {
    const html = await look('', await app.user('Empty'))
    expect(html).toContain('There are no notes yet')
    expect(html).toContain('href="/boards"')
  })

  test('S29: title hits first; matches are marked, niqqud or not, and the way leads to the line', async () => {
    const title = await add({ title: 'חלב', line_start: 2, color: 'blue' })
    const body = await add({ content: 'לקנות חָלָב <b>' })
    const html = await look(q('חלב'))
    expect(order(html)).toEqual([title, body])
    expect(html).toContain('<mark>חלב</mark>')
    expect(html).toContain('<mark>חָלָב</mark> &lt;b>')
    expect(html).toContain(`href="/file/${file}?note=${title}#L2"`)
    expect(html).toContain('2 notes found')
  })

  test('a colour narrows the search and stands in the address; nothing found offers all colours', async () => {
    const blue = await add({ content: 'paint', color: 'blue' })
    await add({ content: 'paint', color: 'pink' })
    expect(order(await look('q=paint&color=blue'))).toEqual([blue])
    expect(order(await look('q=paint&color=%23c7e2ff'))).toEqual([blue])
    const none = await look('q=paint&color=green')
    expect(none).toContain('was not found in any note of this colour')
    expect(none).toContain('href="/notes/search?q=paint"')
  })

  test('without a query the notes written last, also of one colour; notes of files in the trash rest', async () => {
    const user = await app.user('Recent')
    const id = String((await user.post('/api/files', { file_name: 'a.txt', content: 'x' })).body['file_id'])
    await user.post(`/api/sticky-notes/${id}`, { content: 'first' })
    app.advance(1)
    await user.post(`/api/sticky-notes/${id}`, { content: 'second', color: 'green' })
    const html = await look('', user)
    expect(html.indexOf('second')).toBeLessThan(html.indexOf('first'))
    expect(await look('color=green', user)).not.toContain('first')
    await user.post(`/api/files/${id}/trash`)
    expect(await look('', user)).toContain('There are no notes yet')
  })

  test('says when there are more than shown, and when the search is too long', async () => {
    const user = await app.user('Many')
    const [board] = (await user.get('/api/note-boards')).body['boards'] as { id: string }[]
    for (let i = 0; i < 31; i++) await user.post(`/api/sticky-notes/board/${board?.id}`, { content: `same ${i}` })
    const html = await look('q=same', user)
    expect(html).toContain('These are the first 30. Narrow the search')
    expect(html).toMatch(/href="\/boards\/[0-9a-f]{32}#note-[0-9a-f]{32}"/)
    expect(await look(q('א'.repeat(201)), user)).toContain('up to 200 characters')
  })
})
