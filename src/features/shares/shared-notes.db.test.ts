import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { HOSTILE } from '../rendered/hostile.fixture.ts'
import { MAX_SHARED_NOTES } from './shared-note.ts'

let app: TestApp
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  // Hundreds of notes are written in a minute.
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
  dana = await app.user('Dana')
  omer = await app.user('Omer')
})
afterAll(() => app[Symbol.asyncDispose]())
// Lists are sorted by time.
beforeEach(() => app.advance(60))

const githubKey = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')

async function putNote(file: string, note: object, user = dana): Promise<string> {
  const answer = await user.post(`/api/sticky-notes/${file}`, note)
  expect(answer.status, answer.text).toBe(201)
  return replyOf(answer).note.id
}

async function link(file_ids: string[], more: object = {}) {
  const answer = await dana.post('/api/files/create-share-link', { file_ids, ...more })
  expect(answer.status, answer.text).toBe(200)
  return { ...replyOf(answer), path: `/shared/${replyOf(answer).token}` as const }
}

const seen = async (path: string) => (await app.visitor().page(path)).text

/** The part of the page with the notes; empty without notes. */
function notesIn(html: string): string {
  const from = html.indexOf('<section class="numbered-notes"')
  return from === -1 ? '' : html.slice(from, html.indexOf('</section>', from))
}

async function rowsOf(token: string) {
  const { rows } = await app.pool.query<{ number: number; content: string; title: string; line_start: number | null }>(
    'select n.* from share_notes n join shares s on s.user_id = n.user_id and s.id = n.share_id where s.key = $1 order by n.place, n.number',
    [token],
  )
  return rows
}

describe('a share with notes', () => {
  test('has no notes by default', async () => {
    const file = await dana.saveFile('none.py', 'a\nb\n')
    await putNote(file, { line_start: 1, content: 'mine alone' })
    const made = await link([file])
    expect(made).toMatchObject({ notes: [], note_warnings: [] })
    expect(await seen(made.path)).not.toContain('mine alone')
  })

  test('shows the chosen notes with numbers at their lines, and neither their author nor any id', async () => {
    const file = await dana.saveFile('three.py', 'a\nb\nc\nd\n')
    const lower = await putNote(file, { line_start: 3, line_end: 4, title: 'Lower', content: 'about **c**' })
    const whole = await putNote(file, { content: 'about all of it' })
    const other = await putNote(file, { line_start: 1, content: 'not chosen' })
    const made = await link([file], { note_ids: [lower, whole, lower] })
    expect(made.notes).toEqual([
      { note_id: whole, file_id: file, number: 1, line_start: null, line_end: null },
      { note_id: lower, file_id: file, number: 2, line_start: 3, line_end: 4 },
    ])
    const html = await seen(made.path)
    expect(html).toContain('<span class="note-numbers"><a class="note-number" href="#note-2">2</a></span>')
    expect(notesIn(html)).toContain('about <strong>c</strong>')
    expect(notesIn(html)).toContain('<a href="#L3">lines 3–4</a>')
    for (const hidden of ['not chosen', 'Dana', file, lower, whole, other]) expect(html).not.toContain(hidden)
    expect(replyOf(await dana.get('/api/shares')).shares[0]).toMatchObject({ note_count: 2 })
  })

  test('shows them in an internal share too, and not in an embed, a download or a saved copy', async () => {
    const file = await dana.saveFile('inside.md', 'a\n')
    const note = await putNote(file, { line_start: 1, content: 'for readers' })
    const internal = replyOf(await dana.post(`/api/files/${file}/share`, { note_ids: [note] }))
    expect(notesIn((await omer.page(`/share/${internal.share_id}`)).text)).toContain('for readers')
    const saved = replyOf(await omer.post('/api/shared/save', { share_id: internal.share_id }))
    expect((await omer.readFile(saved.file_id)).content).toBe('a\n')
    const { path } = await link([file], { note_ids: [note] })
    const embed = await app.visitor().page(`${path}/embed`)
    expect(embed.text).not.toContain('for readers')
    expect(embed.text).not.toContain('note-number')
    expect((await app.visitor().get(`${path}/1`)).text).toBe('a\n')
  })

  test('keeps the copy when the note is edited or deleted, until the share is revoked', async () => {
    const file = await dana.saveFile('copy.py', 'a\n')
    const note = await putNote(file, { line_start: 1, content: 'as it was' })
    const made = await link([file], { note_ids: [note] })
    await dana.put(`/api/sticky-notes/note/${note}`, { content: 'as it is' })
    await dana.delete(`/api/sticky-notes/note/${note}`)
    expect(notesIn(await seen(made.path))).toContain('as it was')
    const { shares } = replyOf(await dana.get('/api/shares'))
    const share = shares.find(({ url }) => url === made.share_url)
    await dana.delete(`/api/shares/${share?.share_id}`)
    expect(await rowsOf(made.token)).toEqual([])
  })

  test('loses the notes of a file that is purged, and keeps those of the others', async () => {
    const [kept, gone] = [await dana.saveFile('kept.py', 'k\n'), await dana.saveFile('gone.py', 'g\n')]
    const note_ids = [await putNote(kept, { content: 'on kept' }), await putNote(gone, { content: 'on gone' })]
    const made = await link([kept, gone], { note_ids })
    await dana.post(`/api/files/${gone}/trash`)
    await dana.post(`/api/trash/${gone}/purge`)
    expect((await rowsOf(made.token)).map(({ content }) => content)).toEqual(['on kept'])
    expect(notesIn(await seen(made.path))).toContain('on kept')
  })

  test('follows the lines to the shared version, and drops lines that this version cannot have', async () => {
    const file = await dana.saveFile('moving.py', 'alpha = 1\nbeta = 2\n')
    const early = await putNote(file, { line_start: 2, content: 'on beta', anchor_text: 'beta = 2' })
    await dana.put(`/api/files/${file}`, { content: 'new = 0\nalpha = 1\nbeta = 2\ngamma = 3\n', prev_version: 1 })
    const late = await putNote(file, { line_start: 4, content: 'on gamma', anchor_text: 'gamma = 3' })
    const lines = async (version?: number) => {
      const body = { note_ids: [early, late], ...(version && { version }) }
      const { notes } = replyOf(await dana.post(`/api/files/${file}/share`, body))
      return Object.fromEntries(notes.map(({ note_id, line_start }) => [note_id, line_start]))
    }
    expect(await lines()).toEqual({ [early]: 3, [late]: 4 })
    expect(await lines(1)).toEqual({ [early]: 2, [late]: null })
  })
})

describe('a note and hidden lines', () => {
  test('a note on a hidden line is shared without its lines and without the text of the line', async () => {
    const file = await dana.saveFile('hidden.env', 'a=1\nTHE_HIDDEN_TEXT=2\nb=3\nc=4\n')
    const on = await putNote(file, { line_start: 2, content: 'one', anchor_text: 'THE_HIDDEN_TEXT=2' })
    const across = await putNote(file, { line_start: 1, line_end: 3, content: 'two' })
    const beside = await putNote(file, { line_start: 3, content: 'three' })
    const made = await link([file], { hidden_lines: { [file]: [2] }, note_ids: [on, across, beside] })
    const lines = Object.fromEntries(made.notes.map(({ note_id, line_start }) => [note_id, line_start]))
    expect(lines).toEqual({ [on]: null, [across]: null, [beside]: 3 })
    expect(await seen(made.path)).not.toContain('THE_HIDDEN_TEXT')
    const { rows } = await app.pool.query('select * from share_notes')
    expect(JSON.stringify(rows)).not.toContain('THE_HIDDEN_TEXT')
  })

  test('a note that repeats the text of a hidden line is reported', async () => {
    const file = await dana.saveFile('repeated.txt', 'open\nthe words nobody should read\n')
    const telling = await putNote(file, { content: 'it said: the words nobody should read' })
    const plain = await putNote(file, { content: 'open' })
    const note_ids = [telling, plain]
    expect((await link([file], { note_ids })).note_warnings).toEqual([])
    const { note_warnings } = await link([file], { hidden_lines: { [file]: [2] }, note_ids })
    expect(note_warnings).toEqual([{ note_id: telling, kind: 'hidden_text' }])
    const query = `files=${file}&shown=&lines1=2&note=${telling}`
    expect((await dana.page(`/shares/new?${query}`)).text).toContain('Text of a hidden line')
  })

  test('a note on a heading is at its line, unless the heading is hidden or stands there twice', async () => {
    const file = await dana.saveFile('heads.md', '# One\n\n## Secret name\n\n## Twice\n\n## Twice\n')
    const on = async (anchor_id: string, anchor_text: string) =>
      putNote(file, { anchor_id, anchor_text, content: `about ${anchor_id}` })
    const notes = [await on('one', 'One'), await on('secret', 'Secret name'), await on('twice-1', 'Twice')]
    const made = await link([file], { hidden_lines: { [file]: [3] }, note_ids: notes })
    const lines = new Map(made.notes.map(({ note_id, line_start }) => [note_id, line_start]))
    expect(notes.map((id) => lines.get(id))).toEqual([1, null, null])
    expect(await seen(made.path)).not.toContain('Secret name')
  })
})

describe('note_ids', () => {
  test('returns 404 for a note of somebody else, of another file, of the trash, and for no id at all', async () => {
    const [file, another] = [await dana.saveFile('own.py', 'x\n'), await dana.saveFile('another.py', 'x\n')]
    const theirs = await putNote(await omer.saveFile('theirs.py', 'x\n'), { content: 'private of Omer' }, omer)
    const elsewhere = await putNote(another, { content: 'elsewhere' })
    const trashed = await putNote(file, { content: 'deleted' })
    await dana.delete(`/api/sticky-notes/note/${trashed}`)
    const before = replyOf(await dana.get('/api/shares')).count
    for (const note_id of [theirs, elsewhere, trashed, 'nonsense', '0190f000000070008000000000000000'])
      for (const answer of [
        await dana.post('/api/files/create-share-link', { file_ids: [file], note_ids: [note_id] }),
        await dana.post(`/api/files/${file}/share`, { note_ids: [note_id] }),
      ])
        expect(answer, note_id).toMatchObject({ status: 404, body: { code: 'note_not_found', note_id } })
    expect(replyOf(await dana.get('/api/shares')).count).toBe(before)
  })

  test(`rejects more than ${MAX_SHARED_NOTES}`, async () => {
    const file = await dana.saveFile('many.py', 'x\n')
    const note_ids = Array.from({ length: MAX_SHARED_NOTES + 1 }, () => '0190f000000070008000000000000000')
    const answer = await dana.post(`/api/files/${file}/share`, { note_ids })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'note_ids' } })
  })

  test('warns about notes that look secret', async () => {
    const file = await dana.saveFile('warned.py', 'x\n')
    const secret = await putNote(file, { content: `the key is\n${githubKey}` })
    const titled = await putNote(file, { title: `password = "hunter2-${'Q7x'.repeat(4)}"`, content: '' })
    const plain = await putNote(file, { content: 'nothing to see' })
    const { note_warnings } = await link([file], { note_ids: [secret, titled, plain] })
    expect(note_warnings).toContainEqual({ note_id: secret, kind: 'github' })
    expect(note_warnings.map(({ note_id }) => note_id)).not.toContain(plain)
    expect(note_warnings.map(({ note_id }) => note_id)).toContain(titled)
  })
})

describe('hostile notes', () => {
  test('texts that others trim or normalise are copied byte for byte', async () => {
    const file = await dana.saveFile('nasty.py', 'x\n')
    const texts = Object.values(nastyTexts).filter((text) => text.trim() !== '')
    const note_ids: string[] = []
    for (const content of texts) note_ids.push(await putNote(file, { content }))
    const made = await link([file], { note_ids })
    const copied = (await rowsOf(made.token)).map(({ content }) => content)
    const stored = await Promise.all(
      note_ids.map(async (id) => replyOf(await dana.get(`/api/sticky-notes/note/${id}`))),
    )
    expect(copied.toSorted()).toEqual(stored.map(({ note }) => note.content).toSorted())
    expect((await app.visitor().page(made.path)).status).toBe(200)
  })

  test('no text becomes an element, an attribute or a link that was not ours', async () => {
    const file = await dana.saveFile('hostile.py', 'x\n')
    // The API rejects the others.
    const texts = HOSTILE.map(({ text }) => text).filter((text) => text.isWellFormed() && !text.includes('\0'))
    for (let from = 0; from < texts.length; from += 120) {
      // Short notes are rendered as Markdown; the budget of a page turns the long ones into plain text.
      const contents = [texts.slice(from, from + 60), texts.slice(from + 60, from + 120)].map((some) =>
        some.join('\n\n'),
      )
      const note_ids: string[] = []
      for (const content of contents) note_ids.push(await putNote(file, { content: content.slice(0, 20_000) }))
      const { path } = await link([file], { note_ids })
      expect(strangeIn(notesIn(await seen(path)))).toEqual([])
      for (const id of note_ids) await dana.delete(`/api/sticky-notes/note/${id}`)
    }
  })
})

const OURS = new Set(
  'section h2 ol ul li p b a strong em s code pre span br hr blockquote div table thead tbody tr th td label input'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'class id dir aria-label tabindex type value disabled checked autocomplete start href'.split(' '),
)

/** Elements and attributes that notes never have, and links that leave the page. */
function strangeIn(html: string): string[] {
  const walk = (nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): string[] =>
    nodes.flatMap((node) => {
      if (!('tagName' in node)) return []
      const attributes = node.attrs.filter(
        ({ name, value }) => !ATTRIBUTES.has(name) || (name === 'href' && !/^#(L|note-)\d+$/.test(value)),
      )
      const strange = OURS.has(node.tagName) ? [] : [node.tagName]
      return [...strange, ...attributes.map(({ name, value }) => `${name}=${value}`), ...walk(node.childNodes)]
    })
  return walk(parseFragment(html).childNodes)
}

describe('choosing notes on the page, without script', () => {
  const submit = (fields: [string, string][]) => dana.form('/shares', fields)
  const shownIn = (html: string) => /name="shown" value="([^"]*)"/.exec(html)?.[1] ?? ''

  test('lists the notes unticked, shows a ticked one before it is shared, and shares what was shown', async () => {
    const file = await dana.saveFile('chosen.py', 'a\nb\n')
    const note = await putNote(file, { line_start: 2, content: 'worth sharing' })
    const first = (await dana.page(`/shares/new?files=${file}`)).text
    expect(first).toContain(`name="note" value="${note}" autocomplete`)
    expect(notesIn(first)).toBe('')
    const fields: [string, string][] = [
      ['files', file],
      ['kind', 'public'],
      ['days', '7'],
      ['note', note],
    ]
    const changed = await submit([...fields, ['shown', shownIn(first)]])
    expect(changed.status).toBe(200)
    expect(notesIn(changed.text)).toContain('worth sharing')
    expect(changed.text).toContain(`name="note" value="${note}" checked`)
    const made = await submit([...fields, ['shown', shownIn(changed.text)]])
    expect(made.status).toBe(303)
    const page = await dana.page(String(made.headers['location']))
    expect(page.text).toContain(`name="note" value="${note}" checked`)
    const path = /https:\/\/shelf\.test(\/shared\/[\w-]{43})/.exec(page.text)?.[1] ?? ''
    expect(notesIn(await seen(path))).toContain('worth sharing')
  })

  test('shows a note again that was edited after it was shown', async () => {
    const file = await dana.saveFile('edited.py', 'a\n')
    const note = await putNote(file, { content: 'first wording' })
    const page = (await dana.page(`/shares/new?files=${file}&shown=&note=${note}`)).text
    expect(notesIn(page)).toContain('first wording')
    app.advance(1)
    await dana.put(`/api/sticky-notes/note/${note}`, { content: 'second wording' })
    const answer = await submit([
      ['files', file],
      ['kind', 'public'],
      ['note', note],
      ['shown', shownIn(page)],
    ])
    expect(answer.status).toBe(200)
    expect(notesIn(answer.text)).toContain('second wording')
  })

  test('keeps the choice of other files, and leaves out notes of nobody here', async () => {
    const [a, b] = [await dana.saveFile('first.py', 'a\n'), await dana.saveFile('second.py', 'b\n')]
    const [onA, onB] = [await putNote(a, { content: 'on first' }), await putNote(b, { content: 'on second' })]
    const theirs = await putNote(await omer.saveFile('o.py', 'x\n'), { content: 'private of Omer' }, omer)
    const { text } = await dana.page(`/shares/new?files=${a},${b}&shown=&note=${onA}&note=${onB}&note=${theirs}&file=2`)
    expect(text).toContain(`type="hidden" name="note" value="${onA}"`)
    expect(notesIn(text)).toContain('on second')
    expect(text).not.toContain(`value="${theirs}"`)
    expect(text).not.toContain('private of Omer')
  })

  test('warns about a chosen note that looks secret', async () => {
    const file = await dana.saveFile('guarded.py', 'a\n')
    const note = await putNote(file, { content: githubKey })
    expect((await dana.page(`/shares/new?files=${file}`)).text).not.toContain('1 chosen note holds')
    const { text } = await dana.page(`/shares/new?files=${file}&shown=&note=${note}`)
    expect(text).toContain('1 chosen note holds')
    expect(text).toContain('GitHub token')
  })

  test(`does not share more than ${MAX_SHARED_NOTES} notes`, async () => {
    const noa = await app.user('Noa')
    const file = await noa.saveFile('crowded.py', 'a\n')
    const notes: [string, string][] = []
    for (let i = 0; i <= MAX_SHARED_NOTES; i++) notes.push(['note', await putNote(file, { content: `note ${i}` }, noa)])
    const query = new URLSearchParams([['files', file], ['shown', ''], ...notes])
    const page = (await noa.page(`/shares/new?${query.toString()}`)).text
    expect(page).toContain('Up to 50 notes can be shared')
    const fields: [string, string][] = [
      ['files', file],
      ['kind', 'public'],
      ['shown', shownIn(page)],
    ]
    expect((await noa.form('/shares', [...fields, ...notes])).status).toBe(200)
    expect(replyOf(await noa.get('/api/shares')).count).toBe(0)
  })
})
