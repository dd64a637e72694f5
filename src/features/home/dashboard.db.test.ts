import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { failingThreads } from '../../../test/failing-threads.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const open = async (user: TestUser) => (await user.page('/dashboard')).text
const section = (html: string, id: string) => new RegExp(`id="${id}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? ''
const rows = (html: string) => html.split('<li').length - 1

const LINES = Array.from({ length: 20 }, (_, i) => `value_${i} = compute(${i * 31})`)

/** A file whose second version lacks line 3 and has another line 10, with a note on each. */
async function changedFile(user: TestUser, name: string) {
  const id = await user.saveFile(name, LINES.join('\n'), { folder: 'proj/מסמכים' })
  const add = async (line: number) => (await user.createNote(id, { content: `on ${line}`, line_start: line })).id
  const [lost, changed] = [await add(3), await add(10)]
  const content = LINES.with(9, 'value_9 = compute(279) + other').toSpliced(2, 1).join('\n')
  await user.put(`/api/files/${id}`, { content, prev_version: 1 })
  return { id, lost, changed }
}

describe('GET /dashboard', () => {
  test('lists due reminders, changed code, open tasks and where the user was', async () => {
    const dana = await app.user('Dana')
    const { id, lost, changed } = await changedFile(dana, 'קובץ.py')
    const { id: task } = await dana.createNote(id, {
      content: 'plan\n\n- [x] done\n- [ ] **buy** <i>milk</i>',
      line_start: 5,
    })
    const { id: due } = await dana.createNote(id, { content: 'call back', line_start: 1 })
    await dana.post(`/api/sticky-notes/note/${due}/reminder`, { preset: '1h', tz: 'Asia/Jerusalem' })
    app.advance(7200)
    const html = await open(dana)
    expect(section(html, 'due')).toContain('call back')
    expect(rows(section(html, 'due'))).toBe(1)
    expect(section(html, 'moved')).toContain(`href="/file/${id}?note=${changed}#L9"`)
    expect(section(html, 'moved')).toContain(`href="/file/${id}?note=${lost}&amp;attach=1"`)
    expect(section(html, 'tasks')).toContain('buy &lt;i>milk&lt;/i>')
    expect(section(html, 'tasks')).toContain(`action="/notes/${task}/tasks"`)
    expect(section(html, 'continue')).toContain('file-stem')
    expect(rows(section(html, 'continue'))).toBe(1)
    const stranger = await open(await app.user('Stranger'))
    expect(stranger).not.toContain('call back')
    expect(stranger).not.toContain('milk')
  })

  test('a task is ticked without script, and the tasks around it stay', async () => {
    const user = await app.user('Ticks')
    const fileId = await user.saveFile('a.py')
    const { id } = await user.createNote(fileId, { content: '- [x] a\n- [ ] b\n- [x] c\n- [ ] d' })
    const html = section(await open(user), 'tasks')
    const form = new RegExp(`action="/notes/${id}/tasks"[\\s\\S]*?</form>`).exec(html)?.[0] ?? ''
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    )
    const answer = await user.form(`/notes/${id}/tasks`, fields)
    expect(answer).toMatchObject({ status: 303, headers: { location: `/notes?show=tasks&done=ticked#note-${id}` } })
    const { notes } = replyOf(await user.get(`/api/sticky-notes/${fileId}`))
    expect(notes[0]?.content).toBe('- [x] a\n- [x] b\n- [x] c\n- [ ] d')
  })

  test('shows a few of each, and how many there are', async () => {
    const user = await app.user('Many')
    const name = `${'ארוך'.repeat(30)}-${'long'.repeat(20)}.py`
    const fileId = await user.saveFile(name, LINES.join('\n'))
    const { id: board } = await user.createBoard('All')
    for (let i = 0; i < 30; i++) {
      const { id } = await user.createBoardNote(board, { content: `- [ ] one ${i}\n- [ ] two ${i}` })
      await user.post(`/api/sticky-notes/note/${id}/reminder`, { preset: '1h', tz: 'Asia/Jerusalem' })
      await user.saveFile(`file ${i}.py`)
    }
    app.advance(7200)
    const html = await open(user)
    expect(section(html, 'due')).toContain('All 30 reminders')
    expect(html.match(/class="reminder-preview/g)).toHaveLength(8)
    expect(section(html, 'tasks')).toContain('All 30 notes with tasks')
    expect(html.match(/role="checkbox"/g)).toHaveLength(10)
    expect(rows(section(html, 'continue'))).toBe(6)
    expect(fileId).toHaveLength(32)
  })

  test('says that notes were not checked when following them takes too long', async () => {
    await using slow = await testApp({}, failingThreads(['follow-versions'], 'deadline'))
    const user = await slow.user('Slow')
    await changedFile(user, 'slow.py')
    const html = await open(user)
    expect(html).toContain('Not all notes were checked:')
    expect(html).not.toContain('Nothing is waiting')
  })

  test('of a file continues at its last note, unless it was saved after that', async () => {
    const user = await app.user('Continues')
    const fileId = await user.saveFile('a.py', LINES.join('\n'))
    app.advance(60)
    const { id } = await user.createNote(fileId, { content: 'here', line_start: 4 })
    expect(section(await open(user), 'continue')).toMatch(new RegExp(`href="/note/${id}"[\\s\\S]*>L4<`))
    app.advance(60)
    await user.put(`/api/files/${fileId}`, { content: 'x', prev_version: 1 })
    expect(section(await open(user), 'continue')).toContain(`href="/file/${fileId}"`)
  })
})
