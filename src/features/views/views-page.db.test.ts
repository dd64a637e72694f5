import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const NASTY = '"><img src=x onerror=alert(1)>\'&\u202e'
const views = async (user: TestUser) => replyOf(await user.get('/api/views')).views
const currentIn = (html: string) => html.match(/<a[^>]*href="([^"]*)"[^>]*aria-current="page"/g) ?? []

test('a form saves a view and leads to it; hostile names and searches are text everywhere', async () => {
  const query = new URLSearchParams({ q: NASTY }).toString()
  const saved = await dana.form('/views', { name: NASTY, page: 'files', query })
  expect(saved).toMatchObject({ status: 303 })
  const [view] = await views(dana)
  expect(view).toMatchObject({ name: NASTY, query })
  for (const path of ['/views', '/dashboard', view?.url ?? '']) {
    const { status, text } = await dana.page(path)
    expect(status).toBe(200)
    expect(text).toContain('&lt;img src=x onerror=alert(1)>')
    expect(text).not.toContain('<img src=x')
  }
})

test('the sidebar marks the view of this page instead of the page, and offers saving only what is not saved', async () => {
  const user = await app.user('Omer')
  const saveBox = /<div id="save-view"[^>]*>/
  expect((await user.page('/files')).text).toMatch(/<div id="save-view" hidden/)
  expect((await user.page('/files?category=work')).text).not.toMatch(/<div id="save-view" hidden/)
  await user.form('/views', { name: 'work', page: 'files', query: 'category=work' })
  const { text } = await user.page('/files?category=work')
  expect(saveBox.exec(text)?.[0]).toContain('hidden')
  const sidebar = text.slice(text.indexOf('<aside'), text.indexOf('</aside>'))
  expect(currentIn(sidebar)).toHaveLength(1)
  expect(currentIn(sidebar)[0]).toContain('href="/files?category=work"')
})

test('a form that cannot be saved shows what was typed and the reason', async () => {
  const user = await app.user('Noa')
  await user.form('/views', { name: 'taken', page: 'files', query: 'q=a' })
  for (const [fields, reason] of [
    [{ name: 'taken', page: 'files', query: 'q=b' }, 'There is already a view with this name.'],
    [{ name: '  ', page: 'files', query: 'q=b' }, 'up to 80 characters'],
    [{ name: 'x', page: 'nowhere', query: 'next=//evil.example' }, 'This cannot be saved as a view'],
  ] as const) {
    const answer = await user.form('/views', fields)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(reason)
    expect(answer.text).toContain(`value="${fields.query}"`)
  }
  expect(await views(user)).toHaveLength(1)
})

test('forms rename, move and delete only the views of their user', async () => {
  const [user, other] = [await app.user('Gil'), await app.user('Tal')]
  for (const name of ['a', 'b']) await user.form('/views', { name, page: 'notes', query: 'show=tasks' })
  const [a, b] = await views(user)
  for (const [form, fields] of [
    ['rename', { name: 'mine' }],
    ['move', { to: 'up' }],
    ['delete', {}],
  ] as const)
    expect((await other.form(`/views/${a?.id}/${form}`, fields)).status).toBe(404)
  await user.form(`/views/${b?.id}/move`, { to: 'up' })
  await user.form(`/views/${b?.id}/move`, { to: 'up' })
  await user.form(`/views/${a?.id}/rename`, { name: 'c' })
  expect((await views(user)).map(({ name }) => name)).toEqual(['b', 'c'])
  const { text } = await user.form(`/views/${b?.id}/delete`, {})
  expect(text).toContain('name="position" value="1"')
  expect((await views(user)).map(({ name }) => name)).toEqual(['c'])
})
