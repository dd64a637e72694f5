import { renderToString } from 'preact-render-to-string'
import { describe, expect, test } from 'vitest'
import type { NoteItem } from '../parts/wire.ts'
import { FirstNotes } from './first-notes.tsx'

const base: NoteItem = {
  id: 'n1',
  kind: 'file',
  file_id: 'f1',
  title: '',
  content: 'text',
  tags: [],
  links: [],
  linked_from: 0,
  position: { x: 10, y: 20 },
  size: { width: 200, height: 120 },
  color: '#FFFFCC',
  is_minimized: false,
  mode: 'anchored',
  line_start: 3,
  line_end: null,
  anchor_id: null,
  anchor_text: null,
  created_at: '2026-11-19T10:00:00.000Z',
  updated_at: '2026-11-19T10:00:00.000Z',
}

function draw(notes: readonly Partial<NoteItem>[]): string {
  const items = notes.map((note, i) => ({ ...base, id: `n${i}`, ...note }))
  return renderToString(<FirstNotes locale="en" fileId="f1" notes={items} page={{ kind: 'code' }} styleNonce="s" />)
}

describe('the notes of the first HTML', () => {
  test('show their text, a link to their lines and a mark beside the first line', () => {
    const html = draw([{ content: 'Check **this**', line_start: 3, line_end: 5 }])
    expect(html).toContain('Check <strong>this</strong>')
    expect(html).toContain('href="#L3-L5"')
    expect(html).toContain('data-first-mark="3"')
  })

  test('hold no markup of a note, neither in the text nor in the style element', () => {
    const hostile = '</style><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))'
    const html = draw([{ title: hostile, content: hostile, anchor_text: hostile, anchor_id: null }])
    expect(html).not.toMatch(/<script|<img|href="javascript:/)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    const [, style = ''] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? []
    expect(style).toMatch(/^[\w\s#[\]="{}:;,().%+@>-]*$/)
  })

  test('are anchored to their lines and below the card before them', () => {
    const html = draw([{ line_start: 9 }, { line_start: 3 }])
    expect(html).toContain('#L3{anchor-name:--line-3}')
    expect(html).toContain(
      '[data-first="1"]{anchor-name:--card-1;inset-block-start:max(12px,anchor(--line-9 top,181px),anchor(--card-0 bottom) + 8px)}',
    )
  })

  test('on near lines share a mark with their number', () => {
    expect(draw([{}, {}, { line_start: 4 }, { line_start: 9 }])).toMatch(
      /data-first-mark="3" data-keys="n0 n1 n2"[^>]*>3<.*data-first-mark="9"/,
    )
  })

  test('are at most fifty, with a link to all', () => {
    const html = draw(Array.from({ length: 80 }, () => ({})))
    expect(html.match(/<article/g)).toHaveLength(50)
    expect(html).toContain('<a href="/notes?file=f1">80 notes</a>')
    expect(draw([{}])).not.toContain('/notes?file=')
  })

  test('that are expensive to parse are plain text', () => {
    const html = draw([{ content: '*a* '.repeat(5_000) }])
    expect(html).toContain('dir="auto">*a* *a* ')
    expect(html).not.toContain('<em>')
  })

  test('whose cards are headers only have their text below', () => {
    expect(draw([{ is_minimized: true, content: 'Check **this**' }])).toMatch(/note-below.*Check <strong>this/)
    const crowd = draw(Array.from({ length: 20 }, () => ({ content: 'Check **this**' })))
    expect(crowd.match(/note-below/g)).toHaveLength(20)
  })

  test('whose lines are lost say so and have no mark', () => {
    const html = draw([{ place: { state: 'lost', line_start: null, line_end: null } }])
    expect(html).toContain('data-lost')
    expect(html).not.toContain('data-first-mark')
  })

  test('that lie free on the page keep their position', () => {
    const html = draw([{ mode: 'surface' }])
    expect(html).toContain('[data-first="0"]{left:min(10px,calc(100% - 80px));top:20px;width:200px;height:120px}')
  })
})
