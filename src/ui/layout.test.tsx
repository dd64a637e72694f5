import { describe, expect, it } from 'vitest'
import { renderPage } from './document.ts'
import { type Frame, NO_ASSETS } from './frame.ts'
import { Island } from './island.tsx'
import { Layout } from './layout.tsx'
import { ErrorPage } from './pages/error-page.tsx'

const visitor: Frame = {
  locale: 'he',
  theme: 'system',
  path: '/',
  viewer: null,
  requestId: 'req-1',
  nonce: 'abc',
  assets: { ...NO_ASSETS, scripts: ['/assets/main.js'], styles: ['/assets/main.css'] },
}
const dana: Frame = { ...visitor, path: '/dashboard', viewer: { firstName: 'דנה', role: 'user' } }

const page = (frame: Frame) =>
  renderPage(
    <Layout frame={frame} styles={[]} title="כותרת">
      תוכן
    </Layout>,
    frame,
  )

describe('the document of every page', () => {
  it('is right to left in Hebrew and left to right in English', () => {
    expect(page(visitor)).toMatch(/^<!doctype html><html lang="he" dir="rtl" data-theme="system">/)
    expect(page({ ...visitor, locale: 'en' })).toContain('<html lang="en" dir="ltr"')
  })

  it('states the theme in the first tag, so that nothing flashes', () => {
    const html = page({ ...visitor, theme: 'dark' })
    expect(html).toContain('data-theme="dark"')
    expect(html).toContain('<meta name="color-scheme" content="dark"')
  })

  it('loads its script with the nonce of this response and nothing from another host', () => {
    const html = page(dana)
    expect(html).toContain('<script type="module" src="/assets/main.js" nonce="abc">')
    expect(html).not.toMatch(/(?:src|href)="https?:/)
  })

  it('has no inline style, which the content security policy would block', () => {
    expect(page(dana)).not.toMatch(/\sstyle=|<style/)
    expect(page(visitor)).not.toMatch(/\sstyle=|<style/)
  })

  it('changes language and theme without script and returns to the same page', () => {
    const html = page({ ...dana, path: '/settings?done=revoked' })
    expect(html).toContain('action="/settings/appearance"')
    expect(html).toContain('<input type="hidden" name="next" value="/settings?done=revoked"')
    expect(html).toMatch(/name="locale" value="en"/)
    expect(html).toMatch(/name="theme" value="contrast"/)
  })
})

describe('the shell', () => {
  it('of a visitor offers signing in, but not on the page without a connection or the page of signing in', () => {
    expect(page(visitor)).toContain('href="/login"')
    for (const path of ['/offline?lang=he', '/login', '/login?next=%2Ffiles'])
      expect(page({ ...visitor, path }), path).not.toContain('href="/login"')
  })

  it('marks the current item once in each navigation', () => {
    const current = page({ ...dana, path: '/files' }).match(/href="[^"]*"[^>]*aria-current="page"/g) ?? []
    expect(current).toHaveLength(2)
    expect(current.every((link) => link.startsWith('href="/files"'))).toBe(true)
  })

  it('shows a visitor the sign-in link and no navigation', () => {
    const html = page(visitor)
    expect(html).toContain('href="/login"')
    expect(html).not.toContain('<nav')
  })

  it('lets a user sign out without script', () => {
    expect(page(dana)).toContain('<form method="post" action="/logout">')
  })

  it('escapes a user name with HTML', () => {
    const html = page({ ...dana, viewer: { firstName: '<script>x</script>', role: 'user' } })
    expect(html).not.toContain('<script>x')
  })
})

describe('the scripts of a page', () => {
  const islands = {
    'a/now': ['/assets/now.js', '/assets/both.js'],
    'a/part': ['/assets/part.js'],
    'a/idle': ['/assets/idle.js'],
    'a/touch': ['/assets/touch.js', '/assets/both.js'],
  }
  const preloads = ['/assets/first.js', '/assets/both.js']
  const frame = { ...visitor, assets: { ...visitor.assets, preloads, awake: ['/assets/core.js'], islands } }
  const Nothing = () => null

  it('are all preloaded by its head, except those of deferred islands', () => {
    const html = renderPage(
      <Layout frame={frame} styles={[]} title="$& </head>">
        <Island name="a/now" component={Nothing} props={{}} loads="a/part" />
        <Island name="a/idle" component={Nothing} props={{}} when="idle" />
      </Layout>,
      frame,
    )
    const [head = ''] = html.split('</head>')
    const links = [...head.matchAll(/<link rel="modulepreload" href="([^"]+)" nonce="abc"\/>/g)].map(([, href]) => href)
    const files = ['first', 'both', 'core', 'now', 'part']
    expect(links).toEqual(files.map((file) => `/assets/${file}.js`))
    expect(html.match(/modulepreload/g)).toHaveLength(files.length)
  })

  it('are only named where every island waits for the first touch', () => {
    const html = renderPage(
      <Layout frame={frame} styles={[]} title="כותרת">
        <Island name="a/touch" component={Nothing} props={{}} when="touch" loads="a/part" />
      </Layout>,
      frame,
    )
    expect(html.match(/modulepreload" href="[^"]+"/g)).toHaveLength(preloads.length)
    expect(html).toContain('<meta name="islands" content="/assets/core.js /assets/touch.js /assets/part.js"/></head>')
  })

  it('do not come from user text', () => {
    const html = renderPage(
      <Layout frame={frame} styles={[]} title="כותרת">
        {'<cs-island data-island="a/now" data-when="now"'}
      </Layout>,
      frame,
    )
    expect(html).not.toContain('now.js')
  })
})

describe('an error page', () => {
  it.each([
    { status: 404, title: 'Page not found' },
    { status: 403, title: 'No permission' },
    { status: 429, title: 'Too many requests' },
    { status: 500, title: 'Something broke' },
  ])('of status $status has the title: $title', ({ status, title }) => {
    const frame = { ...visitor, locale: 'en' as const }
    const html = renderPage(<ErrorPage frame={frame} status={status} requestId="req-7" />, frame)
    expect(html).toContain(title)
    expect(html).toContain('req-7')
  })
})
