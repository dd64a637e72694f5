import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { WorkspaceHead } from './head.tsx'
import { PathCrumbs } from './path.tsx'
import type { Tools } from './toolbar.tsx'

const labelsOf = (html: string, element: RegExp) => Array.from(html.matchAll(element), ([, label]) => label)
const draw = (tools: Tools) => renderToString(<WorkspaceHead locale="en" path="" current="source" tools={tools} />)

describe('WorkspaceHead', () => {
  it('has its views in one order, marks the current one, and leaves out those that a file does not have', () => {
    const views = { blame: '/b', source: '/s', history: '/h', rendered: undefined }
    const html = renderToString(<WorkspaceHead locale="en" path="" views={views} current="blame" />)
    expect(labelsOf(html, /<a href="[^"]*"[^>]*title="([^"]*)"/g)).toEqual(['Source', 'History', 'Blame'])
    expect(html).toContain('href="/b" aria-current="page"')
  })

  it('has no view switch for a file with one view', () => {
    expect(renderToString(<WorkspaceHead locale="en" path="" views={{ edit: '/e' }} current="edit" />)).not.toContain(
      '<nav',
    )
  })

  it('has its tools in one order, whichever a page has', () => {
    const bar = /<(?:a|button|label) class="bar-tool[^>]*title="([^"]*)"/g
    expect(labelsOf(draw({ raw: '/r', share: '/s', wrap: true, copy: true, note: 'N', outline: 'now' }), bar)).toEqual([
      'Copy (C)',
      'Add note (N)',
      'Outline',
      'Share',
      'Wrap lines (W)',
    ])
    expect(labelsOf(draw({ share: '/s', copy: true }), bar)).toEqual(['Copy (C)', 'Share'])
  })

  it('repeats each tool of the bar except Copy in the menu, for windows where the bar has no room', () => {
    const html = draw({ copy: true, note: 'N', share: '/s?a=1&b=2', raw: '/r', download: '/d' })
    const menu = html.slice(html.indexOf('popover="auto"'))
    expect(labelsOf(menu, /class="option[^"]*"[^>]*>.*?<span>([^<]*)</g)).toEqual([
      'Add note',
      'Share',
      'Raw text',
      'Download',
    ])
    expect(menu).toContain('popovertargetaction="hide"')
  })

  it('has no menu when there is nothing for it', () => {
    expect(draw({ copy: true })).not.toContain('popover')
  })
})

describe('PathCrumbs', () => {
  it('isolates each part of a path, so that two Hebrew folders do not change places', () => {
    const above = [
      { name: 'מסמכים', href: '/a' },
      { name: '<b>', href: '/a?"b' },
    ]
    const html = renderToString(
      <PathCrumbs label="path" above={above}>
        <bdi>סיכום.md</bdi>
      </PathCrumbs>,
    )
    expect(html).toContain('dir="ltr"')
    expect(labelsOf(html, /<bdi>(.*?)<\/bdi>/g)).toEqual(['מסמכים', '&lt;b>', 'סיכום.md'])
    expect(html).toContain('href="/a?&quot;b"')
  })

  it('names the first folder and the last two of a deep path, and links to the one before these as "…"', () => {
    const above = ['files', 'a', 'b', 'c', 'd', 'e'].map((name) => ({ name, href: `/${name}` }))
    const html = renderToString(
      <PathCrumbs label="path" above={above}>
        name.py
      </PathCrumbs>,
    )
    expect(labelsOf(html, /<bdi>(.*?)<\/bdi>/g)).toEqual(['files', 'd', 'e'])
    expect(html).toContain('<a class="plain-link truncate" href="/c" title="c" aria-label="c">…</a>')
  })
})
