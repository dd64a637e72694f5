import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { Skeleton } from './skeleton.tsx'
import { relativeTime } from '#base/relative-time.ts'
import { Time } from './time.tsx'

const now = new Date('2026-11-14T09:30:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('relative time', () => {
  it.each([
    { seconds: 5, he: 'עכשיו', en: 'now' },
    { seconds: 60, he: 'לפני דקה', en: '1 minute ago' },
    { seconds: 7300, he: 'לפני שעתיים', en: '2 hours ago' },
    { seconds: 86_400, he: 'אתמול', en: 'yesterday' },
    { seconds: 86_400 * 400, he: 'השנה שעברה', en: 'last year' },
  ])('$en', ({ seconds, he, en }) => {
    expect(relativeTime(ago(seconds), now, 'he')).toBe(he)
    expect(relativeTime(ago(seconds), now, 'en')).toBe(en)
  })

  it('has the exact time with its zone as title', () => {
    const html = renderToString(<Time at={ago(60)} now={now} locale="en" />)
    expect(html).toContain('datetime="2026-11-14T09:29:00.000Z"')
    expect(html).toMatch(/title="14 November 2026.* 11:29 GMT\+2"/)
  })
})

describe('placeholders and dialogs', () => {
  it('a skeleton renders the requested rows hidden from screen readers, with one sentence for them', () => {
    const html = renderToString(<Skeleton rows={3} label="טעינה" />)
    expect(html.match(/skeleton-row/g)).toHaveLength(3)
    expect(html).toContain('role="status"')
  })

  it('an empty state without actions renders no container for them', () => {
    expect(renderToString(<EmptyState icon="files" title="ריק" text="אין" />)).not.toContain('actions')
  })

  it('a dialog is named by its title and closes without script', () => {
    const html = renderToString(
      <Dialog id="help" locale="he" title="עזרה">
        x
      </Dialog>,
    )
    expect(html).toContain('aria-labelledby="help-title"')
    expect(html).toContain('method="dialog"')
  })
})
