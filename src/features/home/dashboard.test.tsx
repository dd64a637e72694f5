import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { type Frame, NO_ASSETS } from '#ui/frame.ts'
import type { Overview } from './overview.ts'
import { DashboardPage } from './pages/dashboard-page.tsx'

const now = new Date('2026-11-15T09:30:00Z')
const EMPTY: Overview = { total: 0, languages: [], recent: [], pinned: [], activity: [] }

const frame = (locale: Frame['locale']): Frame => ({
  locale,
  theme: 'system',
  path: '/dashboard',
  viewer: { firstName: 'Dana', role: 'user' },
  requestId: 'r',
  nonce: 'n',
  assets: NO_ASSETS,
})

const draw = (locale: Frame['locale'], overview: Overview) =>
  renderToString(<DashboardPage frame={frame(locale)} now={now} greetingName="Dana" owner="1" overview={overview} />)

describe('dashboard', () => {
  it('of an empty library offers the paste box and three first steps, and no empty lists', () => {
    const html = draw('en', EMPTY)
    for (const href of ['/files/new', '/files/upload', '/import'])
      expect(html).toMatch(new RegExp(`class="tile [^"]*" href="${href}"`))
    expect(html).toContain('action="/files/new"')
    expect(html).not.toContain('class="calendar ')
    expect(html).not.toContain('class="total ')
  })

  it('draws bars from the inline start', () => {
    const overview = {
      ...EMPTY,
      total: 3,
      languages: [
        { name: 'C++', n: 2 },
        { name: 'Go', n: 1 },
      ],
    }
    expect(draw('en', overview)).toContain('<rect x="0" y="0" width="50"')
    expect(draw('he', overview)).toContain('<rect x="50" y="0" width="50"')
    expect(draw('he', overview)).toContain('href="/files?lang=C%2B%2B"')
  })

  it('isolates file names and repeats the calendar as text', () => {
    const file = {
      id: 'x',
      fileName: 'קובץ.py',
      language: 'Python',
      description: '',
      firstLine: 'import os',
      createdAt: now,
      updatedAt: now,
    }
    const html = draw('en', {
      total: 1,
      languages: [{ name: 'Python', n: 1 }],
      recent: [file],
      pinned: [],
      activity: [{ day: '2026-11-15', saves: 2 }],
    })
    expect(html).toMatch(
      /<bdi class="file-name"><span class="file-stem">קובץ<\/span><span class="file-extension">\.py</,
    )
    expect(html).toContain('2 saves in the last 26 weeks, on 1 day')
    expect(html).toMatch(/<th[^>]* scope="row">Sunday,? 15 November 2026<\/th><td[^>]*>2<\/td>/)
  })
})
