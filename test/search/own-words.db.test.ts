import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf } from '../app.ts'
import { repoStage, type RepoStage, type TestUser } from '../repos.ts'
import { searchWhole } from '../whole-search.ts'

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
})
afterAll(() => stage[Symbol.asyncDispose]())

/** Titles of the results of a group. */
async function found(q: string, group: string): Promise<string[]> {
  const { groups } = await searchWhole(dana, q)
  return groups.flatMap((each) => (each.group === group ? each.hits.map(({ title }) => title) : []))
}

describe('niqqud does not count in people’s own words', () => {
  beforeAll(async () => {
    const file = await dana.saveFile('חֶשְׁבּוֹן.py', 'def גִּמַטְרִיָּה():\n    return "מִקְלֶדֶת"\n', {
      tags: ['עֲבוֹדָה'],
      description: 'תֵּאוּר',
      folder: 'סִפְרִיָּה',
    })
    await dana.createNote(file, { title: 'כּוֹתֶרֶת', content: 'הַגּוּף שֶׁל הַפֶּתֶק' })
    await dana.createBoard('לוּחַ רִאשׁוֹן')
    await dana.saveFile('plain.txt', 'שלום עולם')
  })

  test.each([
    ['the name of a file', 'files', 'חשבון', 'חֶשְׁבּוֹן.py'],
    ['the text of a file', 'files', 'מקלדת', 'חֶשְׁבּוֹן.py'],
    ['a description', 'files', 'תאור', 'חֶשְׁבּוֹן.py'],
    ['a tag', 'files', 'עבודה', 'חֶשְׁבּוֹן.py'],
    ['a tag as filter', 'files', 'tag:עבודה', 'חֶשְׁבּוֹן.py'],
    ['a path as filter', 'files', 'path:ספריה', 'חֶשְׁבּוֹן.py'],
    ['a symbol', 'symbols', 'גמטריה', 'גִּמַטְרִיָּה'],
    ['a symbol as filter', 'symbols', 'sym:גמט', 'גִּמַטְרִיָּה'],
    ['the title of a note', 'notes', 'כותרת', 'כּוֹתֶרֶת'],
    ['the text of a note', 'notes', 'הפתק', 'כּוֹתֶרֶת'],
    ['the name of a board', 'boards', 'לוח ראשון', 'לוּחַ רִאשׁוֹן'],
    ['a pattern in a file', 'files', '/מקל.ת/', 'חֶשְׁבּוֹן.py'],
    ['a pattern in a note', 'notes', '/ה.תק/', 'כּוֹתֶרֶת'],
    ['a pattern in the name of a board', 'boards', '/לוח רא/', 'לוּחַ רִאשׁוֹן'],
    ['a text without points, typed with them', 'files', 'שָׁלוֹם', 'plain.txt'],
  ])('%s', async (_what, group, q, title) => {
    expect(await found(q, group)).toContain(title)
  })

  test('the page says in both languages that points count in repositories', async () => {
    stage.server.create('open/points').commit({ put: { 'a.md': 'שָׁלוֹם\n' } })
    await stage.mirror(dana, 'open/points')
    expect(await found('שלום', 'repos')).toEqual([])
    const page = async (language: string) =>
      (await dana.page(`/search?q=${encodeURIComponent('שלום')}`, { 'accept-language': language })).text
    expect(await page('en')).toContain('In repositories vowel points count')
    expect(await page('he')).toContain('במאגרים הניקוד נחשב')
  })
})

describe('a save is found by the next search', () => {
  test('file, tag, symbol, note and board: created, changed, renamed and deleted', async () => {
    const id = await dana.saveFile('fresh.py', 'def firstname():\n    pass\n', { tags: ['firsttag'] })
    const note = await dana.createNote(id, { title: 'firsttitle', content: 'firstbody' })
    const board = await dana.createBoard('firstboard')
    expect(await found('firstname', 'files')).toEqual(['fresh.py'])
    expect(await found('tag:firsttag', 'files')).toEqual(['fresh.py'])
    expect(await found('firstname', 'symbols')).toEqual(['firstname'])
    expect(await found('firstbody', 'notes')).toEqual(['firsttitle'])
    expect(await found('firstboard', 'boards')).toEqual(['firstboard'])

    replyOf(await dana.put(`/api/files/${id}`, { content: 'def secondname():\n    pass\n', prev_version: 1 }))
    replyOf(
      await dana.put(`/api/sticky-notes/note/${note.id}`, { content: 'secondbody', prev_updated_at: note.updated_at }),
    )
    replyOf(await dana.patch(`/api/note-boards/${board.id}`, { name: 'secondboard' }))
    expect(await found('firstname', 'files')).toEqual([])
    expect(await found('firstname', 'symbols')).toEqual([])
    expect(await found('secondname', 'files')).toEqual(['fresh.py'])
    expect(await found('secondname', 'symbols')).toEqual(['secondname'])
    expect(await found('firstbody', 'notes')).toEqual([])
    expect(await found('secondbody', 'notes')).toEqual(['firsttitle'])
    expect(await found('firstboard', 'boards')).toEqual([])
    expect(await found('secondboard', 'boards')).toEqual(['secondboard'])

    replyOf(await dana.post(`/api/files/${id}/trash`))
    expect(await found('secondname', 'files')).toEqual([])
    expect(await found('secondname', 'symbols')).toEqual([])
    expect(await found('secondbody', 'notes')).toEqual([])
  })

  test('a sync is found in the repository', async () => {
    const repository = stage.server.create('open/fresh')
    repository.commit({ put: { 'a.txt': 'synced before\n' } })
    const id = await stage.mirror(dana, 'open/fresh')
    expect(await found('"synced before"', 'repos')).toEqual(['a.txt'])
    repository.commit({ put: { 'a.txt': 'synced after\n' } })
    await stage.resync(dana, id)
    expect(await found('"synced before"', 'repos')).toEqual([])
    expect(await found('"synced after"', 'repos')).toEqual(['a.txt'])
  })
})
