import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { HOSTILE } from './hostile.fixture.ts'
import { sanitizePage } from './sanitize-page.ts'

const ACTS = new Set(
  `script iframe frame frameset object embed applet template noscript base meta link portal fencedframe math audio video
  animate set use image feimage foreignobject handler`.split(/\s+/),
)

/** Everything in a page that acts or loads, parsed as a browser does with scripting on and off. Styles may stay. */
function actorsIn(html: string): string[] {
  return [true, false].flatMap((scriptingEnabled) => actorsOf(parse(html, { scriptingEnabled })))
}

function actorsOf(node: DefaultTreeAdapterTypes.Node): string[] {
  const inside = 'childNodes' in node ? node.childNodes.flatMap(actorsOf) : []
  if (!('tagName' in node)) return inside
  if (ACTS.has(node.tagName.toLowerCase())) inside.push(`element ${node.tagName}`)
  for (const { name, value } of node.attrs) {
    const loads = /^(?:src|srcset|poster|data|background|action|formaction|ping|xlink:href|manifest|cite)$/.test(name)
    if (/^on/i.test(name) || name === 'srcdoc' || name === 'http-equiv') inside.push(`attribute ${name}`)
    if (loads && !value.startsWith('data:image/')) inside.push(`${name}=${value}`)
    if (name === 'href' && !value.startsWith('#')) inside.push(`href=${value}`)
  }
  return inside
}

describe('S48: sanitizePage', () => {
  test.each(HOSTILE.map(({ text }) => text))('leaves no active content of %j', (text) => {
    expect(actorsIn(sanitizePage(text) ?? '')).toEqual([])
    expect(actorsIn(sanitizePage(`<svg><foreignObject>${text}</foreignObject></svg>`) ?? '')).toEqual([])
  })

  test('the checker detects active content', () => {
    expect(actorsIn('<svg><style>&lt;img src=x onerror=hit()></style></svg>')).toEqual([])
    expect(actorsIn('<svg><style><img src=x onerror=hit()></style></svg>')).toContain('attribute onerror')
  })
})

describe('sanitizePage keeps', () => {
  const body = (html: string) => /<body[^>]*>(.*)<\/body>/s.exec(sanitizePage(html) ?? '')?.[1]

  test('the styles, classes and language of a page', () => {
    const page =
      '<!doctype html><html lang="he" dir="rtl"><head><title>דוח</title><style>p > b { color: red }</style></head>'
    expect(sanitizePage(`${page}<body class="a" style="margin: 0"><p>x</p></body></html>`)).toBe(
      `${page}<body class="a" style="margin: 0"><p>x</p></body></html>`,
    )
  })

  test.each([
    ['<a href="#x">x</a>', '<a href="#x">x</a>'],
    ['<a href="https://a.example/b">x</a>', '<a title="https://a.example/b">x</a>'],
    ['<a href="javascript:hit()">x</a>', '<a>x</a>'],
    ['<img src="data:image/png;base64,AA==" alt="x">', '<img src="data:image/png;base64,AA==" alt="x">'],
    ['<img src="https://a.example/b.png" alt="x">', '<img alt="x">'],
    [
      '<svg viewBox="0 0 1 1"><linearGradient id="g"></linearGradient><path d="M0 0" stroke-width="2"></path></svg>',
      '<svg viewBox="0 0 1 1"><linearGradient id="g"></linearGradient><path d="M0 0" stroke-width="2"></path></svg>',
    ],
  ])('%s', (html, expected) => {
    expect(body(html)).toBe(expected)
  })
})

test.each([
  ['nesting', '<div>'.repeat(200_000)],
  ['attributes', `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}=1`).join(' ')}>`],
])('sanitizePage rejects %s made to overload a parser', (_, html) => {
  expect(sanitizePage(html)).toBeNull()
})
