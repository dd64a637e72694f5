import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, testApp, type TestApp, type TestUser } from '../../../test/app.ts'
import { sendForm } from '../../../test/forms.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'

let app: TestApp
let dana: TestUser
let home: string
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  home = await dana.saveFile('home.py', 'a\nb\n')
})
afterAll(() => app[Symbol.asyncDispose]())

type LinksPage = { links: { id: string }[]; total: number; next_cursor: string | null }

const note = (content: string, more: object = {}, user = dana, on = home) => user.createNote(on, { content, ...more })
const known = async (id: string) =>
  replyOf(await dana.get(`/api/sticky-notes/note/${id}`))
    .note.links.map(({ kind, title }) => [kind, title] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
const opened = async (query: Record<string, string>, user = dana) => {
  const answer = await user.get(`/links/open?${new URLSearchParams(query)}`)
  expect(answer.status).toBe(302)
  return answer.headers['location']
}
const linksTo = async (id: string, user = dana) => replyOf(await user.get(`/api/links?to=${id}`)).links
const change = async (id: string, body: object) => {
  const { version } = await dana.readFile(id)
  return dana.put(`/api/files/${id}`, { prev_version: version, ...body })
}

describe('a link in a note', () => {
  test('to a file survives its rename and its move, and the text stays as it was written', async () => {
    const file = await dana.saveFile('parse.py', 'def parse(): pass', { folder: 'app' })
    const content = 'see [[parse.py]] and [[app/parse.py#parse|the parser]]'
    const { id } = await note(content)
    expect(await known(id)).toEqual([
      ['file', 'app/parse.py'],
      ['file', 'app/parse.py'],
    ])
    expect((await change(file, { file_name: 'reader.py', folder: 'lib' })).status).toBe(200)
    await dana.saveFile('parse.py', 'another')
    expect(await known(id)).toEqual([
      ['file', 'lib/reader.py'],
      ['file', 'lib/reader.py'],
    ])
    expect(replyOf(await dana.get(`/api/sticky-notes/note/${id}`)).note.content).toBe(content)
    expect(await opened({ note: id, name: 'parse.py' })).toBe(`/file/${file}`)
    expect(await opened({ note: id, name: 'PARSE.py ', part: 'L3-5' })).toBe(`/file/${file}#L3-5`)
    expect(await opened({ note: id, name: 'parse.py', part: 'parse' })).toBe(`/file/${file}#L1`)
  })

  test('keeps its target when the text around it is edited after the rename', async () => {
    const file = await dana.saveFile('edited.py')
    const { id } = await note('[[edited.py]]')
    await change(file, { file_name: 'edited-2.py' })
    await dana.put(`/api/sticky-notes/note/${id}`, { content: 'first\n[[edited.py]] again' })
    expect(await known(id)).toEqual([['file', 'edited-2.py']])
    expect(await linksTo(file)).toMatchObject([{ kind: 'note', id, line: 2, text: '[[edited.py]] again' }])
    await dana.put(`/api/sticky-notes/note/${id}`, { content: 'nothing' })
    expect(await linksTo(file)).toEqual([])
  })

  test('to a note and to a board survives their new names', async () => {
    const target = await note('text', { title: 'Plan  of work' })
    const board = await dana.createBoard('Ideas')
    const { id } = await note('[[plan of WORK]] [[ideas]]')
    await dana.put(`/api/sticky-notes/note/${target.id}`, { title: 'Done' })
    expect((await dana.patch(`/api/note-boards/${board.id}`, { name: 'רעיונות' })).status).toBe(200)
    expect(await known(id)).toEqual([
      ['board', 'רעיונות'],
      ['note', 'Done'],
    ])
    expect(await opened({ note: id, name: 'plan of work' })).toBe(`/file/${home}?note=${target.id}`)
    expect(await opened({ note: id, name: 'Ideas' })).toBe(`/boards/${board.id}`)
    expect(await linksTo(target.id)).toMatchObject([{ id, url: `/file/${home}?note=${id}` }])
    expect(replyOf(await dana.get(`/api/sticky-notes/note/${target.id}`)).note.linked_from).toBe(1)
  })

  test('that nothing has yet means what gets the name first, also when that is renamed at once', async () => {
    const { id } = await note('[[later.py]] [[Later note]] [[Later board]]')
    expect(await known(id)).toEqual([])
    expect(await opened({ note: id, name: 'later.py' })).toBe('/search?q=later.py&create=later.py')
    expect(await opened({ note: id, name: 'Later note' })).toBe('/search?q=%22Later%20note%22&create=Later%20note')
    const file = await dana.saveFile('later.py')
    const later = await note('text', { title: 'Later note' })
    await dana.createBoard('Later board')
    await change(file, { file_name: 'now.py' })
    await dana.put(`/api/sticky-notes/note/${later.id}`, { title: 'Now' })
    expect(await known(id)).toEqual([
      ['board', 'Later board'],
      ['file', 'now.py'],
      ['note', 'Now'],
    ])
  })

  test('to a file in the trash leads to it, to a new file of that name meanwhile, and to it again once it is restored', async () => {
    const file = await dana.saveFile('trashed.py')
    const { id } = await note('[[trashed.py]]')
    await dana.post(`/api/files/${file}/trash`)
    expect(await known(id)).toEqual([])
    expect(await opened({ note: id, name: 'trashed.py' })).toBe(`/file/${file}`)
    const other = await dana.saveFile('trashed.py')
    expect(await opened({ note: id, name: 'trashed.py' })).toBe(`/file/${other}`)
    await change(other, { file_name: 'other.py' })
    await dana.post(`/api/trash/${file}/restore`)
    expect(await known(id)).toEqual([['file', 'trashed.py']])
  })

  test('to a purged file waits for the next file of that name', async () => {
    const file = await dana.saveFile('purged.py')
    const { id } = await note('[[purged.py]]')
    await dana.post(`/api/files/${file}/trash`)
    expect((await dana.post(`/api/trash/${file}/purge`)).status).toBe(200)
    expect(await opened({ note: id, name: 'purged.py' })).toBe('/search?q=purged.py&create=purged.py')
    const next = await dana.saveFile('purged.py')
    expect(await opened({ note: id, name: 'purged.py' })).toBe(`/file/${next}`)
  })

  test('ends with its note, and comes back with it', async () => {
    const file = await dana.saveFile('source.py')
    const { id } = await note('[[source.py]]')
    await dana.delete(`/api/sticky-notes/note/${id}`)
    expect(await linksTo(file)).toEqual([])
    await dana.post(`/api/sticky-notes/note/${id}/restore`)
    expect(await linksTo(file)).toHaveLength(1)
  })
})

describe('a link in a Markdown file', () => {
  test('by name and by path survives renames of both ends, and shows the present name', async () => {
    const target = await dana.saveFile('guide.md', '# Use\n', { folder: 'docs' })
    const text = '# Top\n\n[[guide]] and [words](../docs/guide.md#use), `[[guide]]`\n'
    const source = await dana.saveFile('readme.md', text, { folder: 'src' })
    expect(await linksTo(target)).toMatchObject([{ kind: 'file', id: source, title: 'src/readme.md', line: 3 }])
    await change(target, { file_name: 'handbook.md', folder: '' })
    await change(source, { folder: 'deep/er' })
    const page = await dana.get(`/md/${source}`)
    expect(page.text).toContain(`<a href="/md/${target}"><bdi>handbook.md</bdi></a>`)
    expect(page.text).toContain('<code dir="ltr">[[guide]]</code>')
    expect(await opened({ file: source, name: '../docs/guide.md', path: '1', part: 'use' })).toBe(`/md/${target}#use`)
    expect((await dana.readFile(source)).content).toBe(text)
    expect((await dana.get(`/md/${target}`)).text).toContain('1 link here')
    expect((await dana.get(`/file/${source}`)).text).not.toContain('link here')
  })

  test('ends when the file is no longer Markdown', async () => {
    const target = await dana.saveFile('lang.py')
    const source = await dana.saveFile('lang.md', '[[lang.py]]')
    expect(await linksTo(target)).toHaveLength(1)
    await change(source, { language: 'Python' })
    expect(await linksTo(target)).toEqual([])
    await change(source, { language: 'Markdown' })
    expect(await linksTo(target)).toHaveLength(1)
  })

  test('by address is a link too', async () => {
    const target = await dana.saveFile('by-id.py')
    const source = await dana.saveFile('by-id.md', `[x](/file/${target}#L3)`)
    expect(await linksTo(target)).toMatchObject([{ id: source }])
  })
})

describe('things of other people', () => {
  test('are never found: by name, by address, or through their texts', async () => {
    const eve = await app.user('Eve')
    const secret = await dana.saveFile('secret-plan.md', '[[home.py]]')
    const mine = await dana.createNote(home, { content: '[[secret-plan.md]]' })
    const file = await eve.saveFile('hers.md', `[[secret-plan.md]] [x](/file/${secret})`)
    expect((await eve.get(`/md/${file}`)).text).not.toContain(`<a href="/md/${secret}"><bdi>`)
    expect(await opened({ name: 'secret-plan.md' }, eve)).toBe('/search?q=secret-plan.md&create=secret-plan.md')
    expect(await opened({ note: mine.id, name: 'secret-plan.md' }, eve)).toBe(
      '/search?q=secret-plan.md&create=secret-plan.md',
    )
    expect(await opened({ file, name: 'secret-plan.md' }, eve)).toBe('/search?q=secret-plan.md&create=secret-plan.md')
    expect((await eve.get(`/links/open?file=${secret}&name=home.py&path=1`)).status).toBe(404)
    for (const path of [`/api/links?to=${secret}`, `/links?to=${secret}`, '/api/links?to=nonsense'])
      expect((await eve.get(path)).status).toBe(404)
    expect(await linksTo(secret)).toMatchObject([{ id: mine.id }])
  })
})

describe('GET /api/links', () => {
  test('has every text once, in pages', async () => {
    const target = await dana.saveFile('popular.py')
    const ids: string[] = []
    for (let i = 0; i < 45; i++) ids.push((await note(`${i} [[popular.py]] [[Popular.PY]]`)).id)
    const found: string[] = []
    for (let cursor: string | null = null; ;) {
      const page: LinksPage = replyOf(
        await dana.get(`/api/links?to=${target}${cursor === null ? '' : `&cursor=${cursor}`}`),
      )
      expect(page.total).toBe(45)
      found.push(...page.links.map(({ id }) => id))
      cursor = page.next_cursor
      if (cursor === null) break
    }
    expect(found).toEqual(ids.toSorted().toReversed())
    expect((await dana.get(`/api/links?to=${target}&cursor=x`)).body).toMatchObject({ code: 'invalid_cursor' })
    expect((await dana.get(`/links?to=${target}`)).text).toContain('rel="next"')
  })
})

describe('hostile links', () => {
  test('are text: nothing fails, and what is stored is what was sent', async () => {
    for (const [name, text] of Object.entries(nastyTexts)) {
      const content = `[[${text}]] [${text}](<${text}>) [[a#${text}|${text}]]`.slice(0, 19_000)
      if (!content.isWellFormed() || content.includes('\0')) continue
      const made = await dana.post(`/api/sticky-notes/${home}`, { content })
      expect(made, name).toMatchObject({ status: 201, body: { note: { content } } })
      expect((await dana.post('/api/files', { file_name: 'nasty.md', content })).status, name).toBe(201)
      const asked = new URLSearchParams({ name: text, part: text })
      expect((await dana.get(`/links/open?${asked}`)).status, name).toBeLessThan(500)
    }
  })

  test('brackets without end are saved in time', async () => {
    for (const piece of ['[[', ']]', '[[a]]', '[[a](', '[['.repeat(10) + ']]'.repeat(10)]) {
      const content = piece.repeat(Math.floor(19_000 / piece.length))
      const started = performance.now()
      expect((await note(content)).content).toBe(content)
      expect(performance.now() - started).toBeLessThan(5_000)
    }
  })
})

describe('GET /api/links/suggest', () => {
  const suggested = async (q: string, user = dana) =>
    replyOf(await user.get(`/api/links/suggest?q=${encodeURIComponent(q)}`)).suggestions

  test('finds files, symbols, notes and boards with letters left out, and each link leads to what was suggested', async () => {
    const user = await app.user('Noa')
    const file = await user.saveFile('totals.py', 'def subTotal():\n    pass\n', { folder: 'app' })
    const on = await user.saveFile('on.py')
    const target = await user.createNote(on, { title: 'Total plan', content: 'x' })
    const board = await user.createBoard('Totality')
    await user.createNote(on, { title: 'Tot]] al', content: 'cannot be written' })
    const found = await suggested('totl', user)
    expect(found.map(({ link }) => link).toSorted()).toEqual([
      '[[Total plan]]',
      '[[Totality]]',
      '[[app/totals.py#subTotal]]',
      '[[app/totals.py]]',
    ])
    const leadsTo = async (name: string, part?: string) => opened({ name, ...(part !== undefined && { part }) }, user)
    expect(await leadsTo('app/totals.py', 'subTotal')).toBe(`/file/${file}#L1`)
    expect(await leadsTo('Total plan')).toBe(`/file/${on}?note=${target.id}`)
    expect(await leadsTo('Totality')).toBe(`/boards/${board.id}`)
    expect(await suggested('totl')).toEqual([])
  })

  test('without letters suggests the notes that changed last; hostile letters find nothing and fail nothing', async () => {
    expect((await suggested('')).length).toBeGreaterThan(0)
    for (const [name, text] of Object.entries(nastyTexts)) {
      const answer = await dana.get(`/api/links/suggest?q=${encodeURIComponent(text.toWellFormed().slice(0, 300))}`)
      expect([200, 400], name).toContain(answer.status)
    }
  })
})

describe('an export', () => {
  test('keeps what links mean, also of targets with other names now, in another account', async () => {
    const [from, to] = [await app.user('From'), await app.user('To')]
    const target = await from.saveFile('was.py', 'x')
    const on = await from.saveFile('on.md', '[[was.py]] [[titled]] [x](was.py)')
    const titled = await from.createNote(on, { title: 'Titled', content: '[[was.py]] [[on]] [[Nothing]]' })
    await from.put(`/api/files/${target}`, { file_name: 'is.py', prev_version: 1 })
    await from.put(`/api/sticky-notes/note/${titled.id}`, { title: 'Renamed' })
    const zip = (await from.get('/export')).bytes
    const sent = await sendForm(to, '/api/import', [{ name: 'export.zip', content: Buffer.from(zip) }])
    expect(sent.body).toMatchObject({ notes: { saved: 1, failed: 0 }, failed: 0 })
    const { items } = replyOf(await to.get('/api/files'))
    const idOf = (name: string) => items.find(({ file_name }) => file_name === name)?.id ?? ''
    const [note] = replyOf(await to.get(`/api/sticky-notes/${idOf('on.md')}`)).notes
    expect(note).toMatchObject({ content: '[[was.py]] [[on]] [[Nothing]]', linked_from: 1 })
    expect(note?.links.map(({ name, title }) => [name, title])).toEqual([
      ['on', 'on.md'],
      ['was.py', 'is.py'],
    ])
    expect((await linksTo(idOf('is.py'), to)).map(({ kind }) => kind).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'file',
      'note',
    ])
    const opens = await opened({ file: idOf('on.md'), name: 'was.py', path: '1' }, to)
    expect(opens).toBe(`/file/${idOf('is.py')}`)
  })
})

describe('races', () => {
  test('a note that is saved while its target is renamed links to the target', async () => {
    const file = await dana.saveFile('race.py')
    const { id, created_at: _ } = await note('nothing')
    const lock = { sql: 'select from notes where id = $1 for update', values: [id] }
    const saved = await whileRowIsLocked(app.pool, lock, async () => ({
      waiting: dana.put(`/api/sticky-notes/note/${id}`, { content: '[[race.py]]' }),
    }))
    expect(saved.status).toBe(200)
    await Promise.all([
      change(file, { file_name: 'race-2.py' }),
      ...Array.from({ length: 5 }, (_each, i) => note(`${i} [[race.py]]`)),
    ])
    expect(await known(id)).toEqual([['file', 'race-2.py']])
  })

  test('a link that was bound while its note was being saved stays bound', async () => {
    const { id } = await note('[[bound.py]]')
    const lock = {
      sql: 'select from links where note_id = $1 for update',
      values: [id],
    }
    const file = await whileRowIsLocked(app.pool, lock, async () => ({ waiting: dana.saveFile('bound.py') }))
    const edits = Array.from({ length: 8 }, (_, i) =>
      dana.put(`/api/sticky-notes/note/${id}`, { content: `${i} [[bound.py]]` }),
    )
    await Promise.all([...edits, change(file, { file_name: 'bound-2.py' })])
    expect(await known(id)).toEqual([['file', 'bound-2.py']])
  })

  test('many renames and saves at once end without an error', async () => {
    const files = await Promise.all([0, 1, 2, 3].map((i) => dana.saveFile(`many-${i}.py`)))
    const text = files.map((_, i) => `[[many-${i}.py]] [[next-${i}.py]]`).join(' ')
    const answers = await Promise.all([
      ...files.map((id, i) => change(id, { file_name: `next-${i}.py` })),
      ...Array.from({ length: 6 }, () => dana.post(`/api/sticky-notes/${home}`, { content: text })),
      ...Array.from({ length: 3 }, (_, i) => dana.post('/api/files', { file_name: `many-${i}.md`, content: text })),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([])
  })
})
