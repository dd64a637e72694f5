import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
  dana = await app.user('Dana')
  omer = await app.user('Omer')
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.advance(60))

const githubKey = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
const word = (line: number) => `word${line}x`
const textOf = (lines: number) => Array.from({ length: lines }, (_, i) => `${word(i + 1)} = 1\r\n`).join('')
const TEN_TO_TWELVE = { line_start: 10, line_end: 12 }

/** The numbers of the lines whose word is in the answer. */
const linesIn = (text: string) => Array.from(text.matchAll(/word(\d+)x/g), ([, line]) => Number(line))

const heightIn = (oembed: string) => /"height":(\d+)/.exec(oembed)?.[1]

async function link(file: string, more: object) {
  const answer = await dana.post('/api/files/create-share-link', { file_ids: [file], ...more })
  expect(answer.status, answer.text).toBe(200)
  return { ...replyOf(answer), path: `/shared/${replyOf(answer).token}` as const }
}

async function share(file: string, more: object): Promise<string> {
  const answer = await dana.post(`/api/files/${file}/share`, more)
  expect(answer.status, answer.text).toBe(200)
  return replyOf(answer).share_id
}

async function putNote(file: string, note: object): Promise<string> {
  return replyOf(await dana.post(`/api/sticky-notes/${file}`, note)).note.id
}

const seen = async (path: string) => (await app.visitor().page(path)).text

describe('a public link to lines', () => {
  test('shows these lines with their numbers and nothing else of the file, in every answer', async () => {
    const file = await dana.saveFile('doors.py', textOf(40))
    const { path } = await link(file, TEN_TO_TWELVE)
    const page = await seen(path)
    expect(linesIn(page)).toEqual([10, 11, 12])
    expect(page).toContain('<div id="L10"><a href="#L10" tabindex="-1" aria-hidden="true">10</a>')
    expect(page).toContain('lines 10–12')
    expect(page).not.toMatch(/\b40\b lines/)
    expect((await app.visitor().get(`${path}/1`)).text).toBe('word10x = 1\r\nword11x = 1\r\nword12x = 1\r\n')

    expect(linesIn(await seen(`${path}/embed`))).toEqual([10, 11, 12])
    expect(linesIn(await seen(`${path}/embed?lines=1-40`))).toEqual([10, 11, 12])
    expect(linesIn(await seen(`${path}/embed?lines=12-40`))).toEqual([12])
    for (const lines of ['1-9', '13', '40', 'x']) {
      const embed = await seen(`${path}/embed?lines=${lines}`)
      expect(linesIn(embed), lines).toEqual([])
      expect(embed).toContain('The file has no such lines.')
    }

    const three = await link(await dana.saveFile('three.py', textOf(3)), {})
    const oembed = (of: string) => app.visitor().get(`/oembed?url=${encodeURIComponent(`https://shelf.test${of}`)}`)
    const described = await oembed(path)
    expect(linesIn(described.text)).toEqual([])
    // As tall as three lines: the height does not reveal the length of the file.
    expect(heightIn(described.text)).toBe(heightIn((await oembed(three.path)).text))
  })

  test('has no other line in the feed and in the list of shares', async () => {
    const file = await dana.saveFile('feed.py', textOf(40))
    const { share_url } = await link(file, TEN_TO_TWELVE)
    const listed = await dana.get('/api/shares')
    const item = replyOf(listed).shares.find(({ url }) => url === share_url)
    expect(item).toMatchObject({ line_start: 10, line_end: 12 })
    await dana.form('/shares/feed', { feed: 'on' })
    await dana.form(`/shares/${item?.share_id}/feed`, { in_feed: 'yes' })
    const settings = (await dana.page('/settings/shares')).text
    expect(settings).toContain('<span>lines 10–12</span>')
    const feed = await app.visitor().get(/https:\/\/shelf\.test(\/feeds\/[\w-]{43})/.exec(settings)?.[1] ?? '')
    expect(feed.text).toContain('feed.py')
    expect([listed.text, settings, feed.text].flatMap(linesIn)).toEqual([])
  })

  test('keeps its lines when lines are inserted above them later', async () => {
    const file = await dana.saveFile('later.py', textOf(20))
    const { path } = await link(file, TEN_TO_TWELVE)
    await dana.put(`/api/files/${file}`, { content: `new\nnew\n${textOf(20)}`, prev_version: 1 })
    expect(linesIn(await seen(path))).toEqual([10, 11, 12])
  })

  test('hides lines by their numbers in the file', async () => {
    const file = await dana.saveFile('hidden.py', textOf(20))
    const { path } = await link(file, { ...TEN_TO_TWELVE, hidden_lines: { [file]: [3, 11] } })
    const page = await seen(path)
    expect(linesIn(page)).toEqual([10, 12])
    expect(page).toContain('1 line is hidden')
    expect((await app.visitor().get(`${path}/1`)).text).toBe('word10x = 1\r\n████████\r\nword12x = 1\r\n')
  })

  test('shows lines behind the first megabyte of a large file', async () => {
    const filler = Array.from({ length: 12_000 }, (_, i) => `${'#'.repeat(100)} ${i + 1}\n`).join('')
    const file = await dana.saveFile(
      'large.py',
      `${filler}${word(12_001)} = "a"\n${word(12_002)} = 2\n${word(12_003)}\n`,
    )
    const { path } = await link(file, { line_start: 12_001, line_end: 12_002 })
    const page = await seen(path)
    expect(linesIn(page)).toEqual([12_001, 12_002])
    expect(page).toContain('<div id="L12001">')
    expect(page).toContain('hljs-string')
    expect(page).not.toContain('The file is large')
  })

  test('warns about secrets in the lines only', async () => {
    const file = await dana.saveFile('keys.env', `A=1\nTOKEN=${githubKey}\nB=2\n`)
    expect((await link(file, { line_start: 1, line_end: 1 })).warnings).toEqual([])
    expect((await link(file, { line_start: 2, line_end: 3 })).warnings).toMatchObject([{ line_start: 2, line_end: 2 }])
  })

  test('has notes on its lines, on a part of them and on the file, but none on other lines', async () => {
    const file = await dana.saveFile('noted.py', textOf(20))
    const [inside, across, whole, outside] = [
      await putNote(file, { line_start: 11, content: 'inside' }),
      await putNote(file, { line_start: 8, line_end: 10, content: 'across' }),
      await putNote(file, { content: 'whole' }),
      await putNote(file, { line_start: 15, content: 'outside' }),
    ]
    const { notes } = await link(file, { ...TEN_TO_TWELVE, note_ids: [inside, across, whole] })
    expect(notes.map((note) => [note.note_id, note.line_start, note.line_end])).toEqual([
      [whole, null, null],
      [across, 10, 10],
      [inside, 11, 11],
    ])
    const refused = { file_ids: [file], ...TEN_TO_TWELVE, note_ids: [outside] }
    expect(await dana.post('/api/files/create-share-link', refused)).toMatchObject({
      status: 404,
      body: { code: 'note_not_found' },
    })
  })
})

describe('an internal share of lines', () => {
  test('shows these lines, and saves only them', async () => {
    const id = await share(await dana.saveFile('inside.py', textOf(20)), { line_start: 20, line_end: 20 })
    expect(linesIn((await omer.page(`/share/${id}`)).text)).toEqual([20])
    const saved = replyOf(await omer.post('/api/shared/save', { share_id: id }))
    const { text } = await omer.get(`/raw/${saved.file_id}`)
    expect(text).toBe('```python\nword20x = 1\r\n```\n')
  })
})

describe('lines that cannot be shared', () => {
  test('are rejected when the version does not have them', async () => {
    const file = await dana.saveFile('short.py', textOf(3))
    const reply = { status: 422, body: { code: 'share_lines_not_found', line_start: 2, line_end: 4, line_count: 3 } }
    const lines = { line_start: 2, line_end: 4 }
    expect(await dana.post(`/api/files/${file}/share`, lines)).toMatchObject(reply)
    expect(await dana.post('/api/files/create-share-link', { file_ids: [file], ...lines })).toMatchObject(reply)
    expect((await dana.page(`/shares/new?files=${file}&lines=2-4`)).status).toBe(422)
  })

  test.each([{ line_start: 2 }, { line_end: 2 }, { line_start: 3, line_end: 2 }, { line_start: 0, line_end: 2 }])(
    'are rejected when they are not a range: %o',
    async (lines) => {
      const file = await dana.saveFile('range.py', textOf(3))
      expect((await dana.post(`/api/files/${file}/share`, lines)).status).toBe(400)
      expect((await dana.post('/api/files/create-share-link', { file_ids: [file], ...lines })).status).toBe(400)
    },
  )

  test('are rejected for several files', async () => {
    const file_ids = [await dana.saveFile('one.py', textOf(3)), await dana.saveFile('two.py', textOf(3))]
    const answer = await dana.post('/api/files/create-share-link', { file_ids, line_start: 1, line_end: 1 })
    expect(answer).toMatchObject({ status: 400, body: { field: 'line_start' } })
  })

  test('are rejected on the page, instead of sharing the whole file', async () => {
    const file = await dana.saveFile('typed.py', textOf(3))
    for (const lines of ['', 'x', '0-2', '1-2-3'])
      expect((await dana.page(`/shares/new?files=${file}&lines=${lines}`)).status, lines).toBe(400)
  })

  test('cannot be stored with one end', async () => {
    const { token } = await link(await dana.saveFile('stored.py', textOf(3)), { line_start: 1, line_end: 2 })
    for (const change of ['line_end = null', 'line_start = 3', 'line_start = 0']) {
      const update = `update share_files f set ${change} from shares s
        where s.key = $1 and f.user_id = s.user_id and f.share_id = s.id`
      await expect(app.pool.query(update, [token]), change).rejects.toThrow(/share_files_lines_are_/)
    }
  })
})

test('the page that shares lines shows only them, and creates that share', async () => {
  const file = await dana.saveFile('page.py', `${githubKey}\n${textOf(20)}`)
  await dana.put(`/api/files/${file}`, { content: 'another text\n', prev_version: 1 })
  const path = `/shares/new?files=${file}&v=1&lines=11-13`
  const page = (await dana.page(path)).text
  expect(linesIn(page)).toEqual([10, 11, 12])
  expect(page).toContain('Only lines 11–13 are shared')
  // The secret is on another line.
  expect(page).not.toContain('GitHub token')
  const shown = /name="shown" value="([^"]*)"/.exec(page)?.[1] ?? ''
  const fields = { files: file, v: '1', kind: 'public', days: '7', shown }
  // A form with other lines than the page showed is shown again.
  expect((await dana.form('/shares', { ...fields, lines: '11-14' })).status).toBe(200)
  expect((await dana.form('/shares', fields)).status).toBe(200)
  const made = await dana.form('/shares', { ...fields, lines: '11-13' })
  expect(made.headers['location']).toMatch(new RegExp(`^/shares/new\\?files=${file}&v=1&lines=11-13&made=`))
  const url = /https:\/\/shelf\.test(\/shared\/[\w-]{43})/.exec(
    (await dana.page(String(made.headers['location']))).text,
  )
  expect(linesIn(await seen(url?.[1] ?? ''))).toEqual([10, 11, 12])
})
