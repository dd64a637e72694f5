import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { type Frame, NO_ASSETS } from '#ui/frame.ts'
import type { Overview } from './overview.ts'
import { DashboardPage } from './pages/dashboard-page.tsx'
import type { Waiting } from './today.ts'
import type { Visit } from './visits.ts'

const now = new Date('2026-11-15T09:30:00Z')
const EMPTY: Overview = { total: 0, languages: [], pinned: [], activity: [] }
const NOTHING: Waiting = {
  due: [],
  dueTotal: 0,
  ahead: [],
  moved: { notes: [], hasMore: false },
  tasks: { tasks: [], total: 0 },
}

const frame = (locale: Frame['locale']): Frame => ({
  locale,
  theme: 'system',
  path: '/dashboard',
  viewer: { firstName: 'Dana', role: 'user' },
  requestId: 'r',
  nonce: 'n',
  assets: NO_ASSETS,
})

type Shown = { overview?: Overview; waiting?: Waiting; visits?: Visit[] }

const draw = (locale: Frame['locale'], { overview = EMPTY, waiting = NOTHING, visits = [] }: Shown) =>
  renderToString(<DashboardPage frame={frame(locale)} now={now} owner="1" {...{ overview, waiting, visits }} />)

const brief = {
  noteId: '0'.repeat(32),
  name: 'לבדוק את retry',
  kind: 'file' as const,
  source: 'קובץ.py',
  line: 4,
  url: '/file/x#L4',
  updatedAt: '2026-11-15T09:00:00.000+00:00',
}

const MUCH: Waiting = {
  due: [{ ...brief, location: 'a.py:4', remindAt: '2026-11-15T09:00:00.000+00:00', series: null, change: null }],
  dueTotal: 300,
  ahead: [],
  moved: {
    notes: [{ ...brief, state: 'changed', isFileGone: false, lines: { start: 4, end: 4 }, attachUrl: '/a?attach=1' }],
    hasMore: true,
  },
  tasks: { tasks: [{ ...brief, index: 2, text: '<b>buy</b>', checked: [0] }], total: 300 },
}

describe('the lists of the dashboard', () => {
  it('of an empty library offers the paste line and three first steps, and no empty lists', () => {
    const html = draw('en', {})
    for (const href of ['/files/new', '/files/upload', '/import'])
      expect(html).toMatch(new RegExp(`class="tile [^"]*" href="${href}"`))
    expect(html).toContain('action="/files/new"')
    expect(html).not.toContain('class="calendar ')
    expect(html).not.toContain('class="total ')
    expect(html).not.toContain('id="continue"')
    expect(html).not.toContain('Nothing is waiting')
  })

  it('says that nothing is waiting when no list has a row', () => {
    expect(draw('en', { overview: { ...EMPTY, total: 1 } })).toContain('Nothing is waiting for you')
  })

  it('lists what is due first, then changed code, then tasks, each with a way to all of them', () => {
    const html = draw('en', { overview: { ...EMPTY, total: 1 }, waiting: MUCH })
    const order = ['id="due"', 'id="moved"', 'id="tasks"'].map((id) => html.indexOf(id))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order[0]).toBeGreaterThan(0)
    expect(html).toContain('All 300 reminders')
    expect(html).toContain('All 300 notes with tasks')
    expect(html).toContain('href="/notes?show=changed"')
    expect(html).toContain('&lt;b>buy&lt;/b>')
    // Without script the form sends what is ticked before this task, and this task.
    expect(html.match(/name="task" value="(\d+)"/g)).toEqual(['name="task" value="0"', 'name="task" value="2"'])
    expect(html).toContain('name="shown" value="3"')
  })
})

describe('the rest of the dashboard', () => {
  it('draws bars from the inline start', () => {
    const languages = [
      { name: 'C++', n: 2 },
      { name: 'Go', n: 1 },
    ]
    const overview = { ...EMPTY, total: 3, languages }
    expect(draw('en', { overview })).toContain('<rect x="0" y="0" width="50"')
    expect(draw('he', { overview })).toContain('<rect x="50" y="0" width="50"')
    expect(draw('he', { overview })).toContain('href="/files?lang=C%2B%2B"')
  })

  it('isolates file names, lines and notes of where the user was', () => {
    const visit = {
      kind: 'file' as const,
      name: 'proj/קובץ.py',
      language: 'Python',
      line: 4,
      note: 'note',
      url: '/note/1',
      at: now,
    }
    const html = draw('en', { overview: { ...EMPTY, total: 1 }, visits: [visit] })
    expect(html).toMatch(/<span class="file-stem">קובץ<\/span><span class="file-extension">\.py</)
    expect(html).toMatch(/<bdi[^>]*dir="ltr"[^>]*>L4<\/bdi>/)
  })

  it('repeats the calendar as text', () => {
    const overview = { ...EMPTY, total: 1, activity: [{ day: '2026-11-15', saves: 2 }] }
    const html = draw('en', { overview })
    expect(html).toContain('2 saves in the last 26 weeks, on 1 day')
    expect(html).toMatch(/<th[^>]* scope="row">Sunday,? 15 November 2026<\/th><td[^>]*>2<\/td>/)
  })
})
