import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, testApp, type TestApp, type TestUser } from '../../../test/app.ts'
import { parseId } from '#base/ids.ts'
import { ctxOf } from '../../../test/libraries.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { searchWhole } from '../../../test/whole-search.ts'
import { readSnapshot, snapshotOf } from './snapshot.ts'
import { getNote } from './service/read.ts'
import { undoNoteWrites } from './service/undo.ts'

let app: TestApp
let dana: TestUser
let file: string
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  file = await dana.saveFile('notes.py', 'a\nb\n')
})
afterAll(() => app[Symbol.asyncDispose]())

const create = async (tags: unknown, content = 'text', user = dana, on = file) =>
  user.post(`/api/sticky-notes/${on}`, { content, tags })

describe('tags of notes', () => {
  test('are stored byte for byte, listed, changed and removed', async () => {
    const tags = ['כסף', ' spaced ', 'e\u0301', 'a, b', '</script>', 'C++']
    const made = await create(tags)
    expect(made).toMatchObject({ status: 201, body: { note: { tags } } })
    const { id } = (made.body as { note: { id: string } }).note
    const listed = replyOf(await dana.get(`/api/sticky-notes/${file}`)).notes
    expect(listed.find((note) => note.id === id)?.tags).toEqual(tags)
    const put = (body: object) => dana.put(`/api/sticky-notes/note/${id}`, body)
    expect(await put({ content: 'other' })).toMatchObject({ status: 200, body: { note: { tags } } })
    expect(await put({ tags: ['one'] })).toMatchObject({ body: { note: { tags: ['one'], content: 'other' } } })
    expect(await put({ tags: [] })).toMatchObject({ body: { note: { tags: [] } } })
  })

  test('that are hostile are stored or refused, never changed', async () => {
    for (const [name, text] of Object.entries(nastyTexts)) {
      const answer = await create([text])
      const isTag = text.trim() !== '' && Array.from(text).length <= 50
      expect(answer.status, name).toBe(isTag ? 201 : 400)
      if (isTag) expect(answer.body, name).toMatchObject({ note: { tags: [text] } })
    }
  })

  test.each([
    ['21 of them', Array.from({ length: 21 }, (_, i) => `t${i}`)],
    ['51 letters', ['a'.repeat(51)]],
    ['an empty one', ['']],
    ['NUL', ['a\u0000b']],
    ['half a character', ['\ud800']],
    ['no list', 'one'],
    ['a number', [1]],
    ['null', null],
  ])('%s is 400', async (_what, tags) => {
    expect((await create(tags)).status).toBe(400)
  })

  test('are found by tag:, in the search and in the list of notes', async () => {
    const rina = await app.user('Rina')
    const on = await rina.saveFile('a.py', 'a')
    await create(['money', 'שָׁלוֹם'], 'first', rina, on)
    await create(['money'], 'second', rina, on)
    await create([], 'third', rina, on)
    const found = async (q: string, user = rina) => {
      const { groups } = await searchWhole(user, q)
      const notes = groups.find(({ group }) => group === 'notes')?.hits ?? []
      return notes.map(({ excerpt }) => excerpt?.text ?? '').toSorted((a, b) => a.localeCompare(b))
    }
    expect(await found('tag:money')).toEqual(['first', 'second'])
    expect(await found('tag:money -tag:שלום')).toEqual(['second'])
    expect(await found('tag:שלום first')).toEqual(['first'])
    expect(await found('tag:mone in:notes')).toEqual([])
    expect(await found('is:untagged in:notes')).toEqual(['third'])
    expect(await found('tag:money', dana)).toEqual([])
    const page = (await rina.get('/notes?q=tag%3Amoney%20second')).text
    expect(page).toContain('second')
    expect(page).not.toContain('>first')
    expect(page).toContain('href="/notes?q=tag%3Amoney"')
    expect(replyOf(await rina.get('/api/search/values')).tag).toEqual(['money', 'שָׁלוֹם'])
    expect(replyOf(await dana.get('/api/search/values')).tag).not.toContain('money')
  })

  test('undo of a write that was recorded before notes had tags compares the note without them', async () => {
    const made = replyOf(await dana.post(`/api/sticky-notes/${file}`, { content: 'one' }))
    const ctx = ctxOf(app, dana.id)
    const id = parseId<'note'>(made.note.id)
    if (!id) throw new Error('no id')
    const before = snapshotOf(await getNote(ctx, id))
    replyOf(await dana.put(`/api/sticky-notes/note/${made.note.id}`, { content: 'two' }))
    const after = snapshotOf(await getNote(ctx, id))
    const old = ({ tags: _tags, ...rest }: typeof before): unknown => JSON.parse(JSON.stringify(rest))
    expect(readSnapshot(old(after))).toEqual(JSON.parse(JSON.stringify(after)))
    const undone = await ctx.db
      .transaction()
      .execute((trx) => undoNoteWrites(trx, ctx, id, [{ before: old(before), after: old(after) }]))
    expect(undone).toBe('undone')
    expect((await getNote(ctx, id)).content).toBe('one')
  })
})
