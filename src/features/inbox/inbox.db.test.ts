import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCheckboxes } from '#base/checkboxes.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const look = async (user: TestUser, query = '') => (await user.page(`/notes${query && `?${query}`}`)).text
const ids = (html: string) =>
  [...html.matchAll(/class="inbox-note" id="note-([0-9a-f]{32})"/g)].map(([, id]) => id ?? '')
const title = (html: string) => />([^<]*)<\/h2>/.exec(html)?.[1]
const next = (html: string) => /rel="next" href="\/notes\?([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null
const q = (text: string) => `q=${encodeURIComponent(text)}`

/** The ids of each page, from the first to the last. */
async function walk(user: TestUser, query = ''): Promise<string[][]> {
  const pages: string[][] = []
  for (let at: string | null = query; at !== null; at = next(await look(user, at)))
    pages.push(ids(await look(user, at)))
  return pages
}

async function insert(user: TestUser, fileId: string, notes: readonly { id: string; at: number; content: string }[]) {
  await app.pool.query(
    `insert into notes (user_id, id, kind, file_id, title, content, search_title, search_body, pos_x, pos_y, width, height, color, is_minimized, mode, created_at, updated_at)
     select $1, id, 'file', $2, '', content, '', content, 0, 0, 250, 200, 'yellow', false, 'anchored',
       timestamptz '2026-11-01 00:00:00+00' + at * interval '1 millisecond', now()
     from unnest($3::uuid[], $4::int[], $5::text[]) as t (id, at, content)`,
    [user.id, fileId, notes.map(({ id }) => id), notes.map(({ at }) => at), notes.map(({ content }) => content)],
  )
}

const idOf = (n: number) => n.toString(16).padStart(32, '0')

describe('GET /notes', () => {
  test('marks the reminders that repeat', async () => {
    const user = await app.user('Repeats')
    const file = await user.saveFile('a.md', 'one\n')
    const [once, daily] = [
      await user.createNote(file, { content: 'once' }),
      await user.createNote(file, { content: 'daily' }),
    ]
    const at = { at: '2030-11-18T09:00', tz: 'UTC' }
    await user.post(`/api/sticky-notes/note/${once.id}/reminder`, at)
    await user.post(`/api/sticky-notes/note/${daily.id}/reminder`, { ...at, repeat: { unit: 'day' } })
    const rows = (await look(user)).split('class="inbox-note"').slice(1)
    const repeats = rows.map((row) => [/daily|once/.exec(row)?.[0], row.includes('title="Repeats"')])
    expect(Object.fromEntries(repeats)).toEqual({ daily: true, once: false })
  })

  test('lists notes on files and boards, newest first, with their exact number', async () => {
    const user = await app.user('Kinds')
    const file = await user.saveFile('a.md', 'one\ntwo\n')
    const [board] = await user.listBoards()
    const first = await user.createNote(file, { content: 'on **lines**', line_start: 2 })
    app.advance(1)
    const second = await user.createBoardNote(String(board?.id), { title: 'Plan', content: '- [ ] milk' })
    const html = await look(user)
    expect(ids(html)).toEqual([second.id, first.id])
    expect(title(html)).toBe('2 notes')
    expect(html).toContain('on <strong>lines</strong>')
    expect(html).toContain(`href="/file/${file}?note=${first.id}#L2"`)
    expect(html).toContain(`href="/boards/${board?.id}#note-${second.id}"`)
    expect(html).toMatch(/<input [^>]*name="task" value="0"/)
    expect(next(html)).toBeNull()
  })

  test('shows an empty state without notes, and leaves out notes of files in the trash', async () => {
    const user = await app.user('Empty')
    expect(await look(user)).toContain('There are no notes yet')
    const file = await user.saveFile('a.txt', 'x')
    await user.createNote(file, { content: 'gone with its file' })
    expect(ids(await look(user))).toHaveLength(1)
    await user.post(`/api/files/${file}/trash`)
    expect(await look(user)).toContain('There are no notes yet')
  })

  test('pages have every note exactly once, whatever their times (property)', async () => {
    const user = await app.user('Property')
    const file = await user.saveFile('p.txt', 'x')
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 0, max: 3 })), {
          minLength: 15,
          maxLength: 70,
          selector: ([id]) => id,
        }),
        fc.boolean(),
        async (drawn, isSearch) => {
          await app.pool.query('delete from notes where user_id = $1', [user.id])
          await insert(
            user,
            file,
            drawn.map(([id, at]) => ({ id: idOf(id), at, content: 'word' })),
          )
          // Half of the notes match in the title too, so that the pages of a search cross from titles to bodies.
          await app.pool.query(
            `update notes set title = 'word', search_title = 'word' where user_id = $1 and id::text < $2`,
            [user.id, '00000000-0000-0000-0000-000000000200'],
          )
          const pages = await walk(user, isSearch ? 'q=word' : '')
          const expected = drawn
            .toSorted(
              ([a, at], [b, bt]) => Number(isSearch && b < 0x200) - Number(isSearch && a < 0x200) || bt - at || b - a,
            )
            .map(([id]) => idOf(id))
          expect(pages.flat()).toEqual(expected)
          expect(pages.slice(0, -1).every((page) => page.length === 20)).toBe(true)
        },
      ),
      { numRuns: 20 },
    )
  })

  test('a note that is written or changed while pages are read moves no other note', async () => {
    const user = await app.user('Steady')
    const file = await user.saveFile('s.txt', 'x')
    await insert(
      user,
      file,
      Array.from({ length: 45 }, (_, i) => ({ id: idOf(i + 1), at: i, content: `note ${i}` })),
    )
    const first = await look(user)
    await user.createNote(file, { content: 'new' })
    await user.put(`/api/sticky-notes/note/${idOf(3)}`, { content: 'changed' })
    const second = await look(user, String(next(first)))
    const third = await look(user, String(next(second)))
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(Array.from({ length: 45 }, (_, i) => idOf(45 - i)))
    expect(title(third)).toBe('46 notes')
    expect(ids(await look(user, 'cursor=nonsense'))).toHaveLength(20)
    expect(await look(user, 'cursor=nonsense')).toContain('That link into the list is no longer valid')
  })

  test("other people's notes are in no list, no count and no filter", async () => {
    const [dana, omer] = [await app.user('Dana'), await app.user('Omer')]
    const file = await dana.saveFile('secret.py', 'x\ny\n')
    const note = await dana.createNote(file, { content: '- [ ] secret', color: 'pink' })
    await dana.post(`/api/sticky-notes/note/${note.id}/reminder`, { preset: '1h', tz: 'UTC' })
    const own = await omer.saveFile('own.py', 'x')
    await omer.createNote(own, { content: 'own' })
    for (const query of [
      '',
      q('secret'),
      'show=tasks',
      'show=reminder',
      'color=pink',
      `file=${file}`,
      `note=${note.id}`,
    ]) {
      const html = await look(omer, query)
      expect(html, query).not.toContain('secret.py')
      expect(ids(html), query).not.toContain(note.id)
    }
    expect(title(await look(omer))).toBe('1 note')
    const stolen = await omer.post(`/notes/${note.id}/tasks`, {
      shown: '1',
      task: '0',
      prev_updated_at: note.updated_at,
    })
    expect(stolen.status).toBe(404)
  })
})

describe('filters of GET /notes', () => {
  test('colour, file and board narrow the list, combine with the search, and a malformed id finds nothing', async () => {
    const user = await app.user('Filters')
    const [one, two] = [await user.saveFile('one.md', 'x'), await user.saveFile('two.md', 'x')]
    const [board] = await user.listBoards()
    const pink = await user.createNote(one, { content: 'alpha', color: 'pink' })
    const blue = await user.createNote(two, { content: 'alpha', color: 'blue' })
    const boarded = await user.createBoardNote(String(board?.id), { content: 'beta', color: 'blue' })
    const listed = async (query: string) => new Set(ids(await look(user, query)))
    expect(await listed('color=blue')).toEqual(new Set([blue.id, boarded.id]))
    expect(await listed('color=%23ffd1dc')).toEqual(new Set([pink.id]))
    expect(await listed(`file=${one}`)).toEqual(new Set([pink.id]))
    expect(await listed(`board=${board?.id}`)).toEqual(new Set([boarded.id]))
    expect(await listed('q=alpha&color=blue')).toEqual(new Set([blue.id]))
    expect(await listed(`note=${pink.id}`)).toEqual(new Set([pink.id]))
    expect(await listed('repo=nobody/nothing')).toEqual(new Set())
    expect(await listed('file=nonsense')).toEqual(new Set())
    expect(await look(user, 'q=alpha&color=green')).toContain('was not found in any note of this filter')
    expect(await look(user, 'color=green')).toContain('No note matches this filter')
    expect(title(await look(user, 'color=blue'))).toBe('2 notes')
    expect(await look(user)).toContain(`href="/notes?file=${one}"`)
  })

  test('show=tasks lists exactly the notes with an open task outside fenced code', async () => {
    const user = await app.user('Tasks')
    const file = await user.saveFile('t.md', 'x')
    const contents = [
      '- [ ] open',
      '- [x] done',
      'text\r\n * [ ] after CRLF',
      '+ [ ]',
      'not a task: [ ]',
      '```\n- [ ] in a fence\n```',
      '```\ncode\n```\n- [ ] after a fence',
      '~~~\n- [ ] never closed',
      '- [x] done\n````\n```\n- [ ] still inside\n````',
      '``` a ` b\n- [ ] inline code opens no fence',
      '1. [ ] ordered',
      '\t- [ ] indented',
    ]
    for (const content of contents) await user.createNote(file, { content })
    const expected = contents.filter((content) => findCheckboxes(content).some(({ checked }) => !checked))
    expect(expected).toHaveLength(6)
    const html = await look(user, 'show=tasks')
    expect(title(html)).toBe('6 notes')
    expect(ids(html)).toHaveLength(6)
    for (const absent of ['in a fence', 'never closed', 'still inside', 'ordered', 'not a task'])
      expect(html).not.toContain(absent)
    expect(await look(user, 'show=tasks&color=gray')).toContain('No note matches this filter')
  })

  test('show=reminder lists notes with a pending reminder, due or upcoming, until it is acknowledged', async () => {
    const user = await app.user('Due')
    const file = await user.saveFile('d.md', 'x')
    const [due, later, none] = [
      await user.createNote(file, { content: 'due' }),
      await user.createNote(file, { content: 'later' }),
      await user.createNote(file, { content: 'none' }),
    ]
    await user.post(`/api/sticky-notes/note/${due.id}/reminder`, { preset: '1h', tz: 'UTC' })
    await user.post(`/api/sticky-notes/note/${later.id}/reminder`, { preset: '1w', tz: 'UTC' })
    app.advance(7_200)
    const html = await look(user, 'show=reminder')
    expect(new Set(ids(html))).toEqual(new Set([due.id, later.id]))
    expect(html).toContain('Due, 1 hour ago')
    expect([...html.matchAll(/data-due/g)]).toHaveLength(1)
    await user.post('/api/sticky-notes/reminders/ack', { note_id: due.id })
    expect(ids(await look(user, 'show=reminder'))).toEqual([later.id])
    expect(ids(await look(user))).toContain(none.id)
  })

  test('a search lists matches in titles first, marks them in the rendered text, and rejects more than 500 characters', async () => {
    const user = await app.user('Search')
    const file = await user.saveFile('s.md', 'x')
    const inTitle = await user.createNote(file, { title: 'חלב' })
    app.advance(1)
    const body = await user.createNote(file, { content: '- [ ] לקנות **חָלָב** <b>' })
    const html = await look(user, q('חלב'))
    expect(ids(html)).toEqual([inTitle.id, body.id])
    expect(html).toContain('<strong><mark>חָלָב</mark></strong> <bdi dir="ltr">&lt;b></bdi>')
    expect(await look(user, q('א'.repeat(501)))).toContain('up to 500 characters')
    expect(await look(user, q('elsewhere'))).toContain('was not found in any note.')
  })

  test('a long note shows its beginning and says so, with the text around a later match', async () => {
    const user = await app.user('Long')
    const file = await user.saveFile('l.md', 'x')
    const content = `- [ ] first\n${'word '.repeat(30)}\n`.repeat(60) + 'the needle at the end'
    const note = await user.createNote(file, { content })
    const html = await look(user, 'q=needle')
    expect(html).toContain('The note is longer.')
    expect(html).toContain('<mark>needle</mark>')
    const tasks = Number(/name="shown" value="(\d+)"/.exec(html)?.[1])
    expect(tasks).toBe([...html.matchAll(/name="task"/g)].length)
    // The form has only the first checkboxes; the others keep their state.
    await user.put(`/api/sticky-notes/note/${note.id}`, {
      content: content.replace(/- \[ \] first(?=[^[]*$)/, '- [x] last'),
    })
    const read = async () => replyOf(await user.get(`/api/sticky-notes/note/${note.id}`)).note
    const { updated_at: seen } = await read()
    const form = { shown: String(tasks), task: ['0', '2'], prev_updated_at: seen, back: 'q=needle' }
    const answer = await user.post(`/notes/${note.id}/tasks`, form)
    expect(answer.headers['location']).toBe(`/notes?q=needle&done=ticked#note-${note.id}`)
    const boxes = findCheckboxes((await read()).content)
    expect(boxes.flatMap(({ checked }, i) => (checked ? [i] : []))).toEqual([0, 2, 59])
    const stale = await user.post(`/notes/${note.id}/tasks`, form)
    expect(stale.headers['location']).toContain('done=stale')
  })

  test('GET /notes/search leads to the same search of /notes', async () => {
    const user = await app.user('Old links')
    const { headers } = await user.page('/notes/search?q=a%26b&color=pink')
    expect(headers['location']).toBe('/notes?q=a%26b&color=pink')
  })
})
