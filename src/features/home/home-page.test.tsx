import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { type Frame, NO_ASSETS } from '#ui/frame.ts'
import { HomePage } from './pages/home-page.tsx'
import { photographs } from './photographs.ts'

const frame = (locale: Frame['locale']): Frame => ({
  locale,
  theme: 'system',
  path: '/',
  viewer: null,
  requestId: 'r',
  nonce: 'n',
  assets: NO_ASSETS,
})

test.each(['he', 'en'] as const)('the landing page in %s calls no feature unfinished', (locale) => {
  const html = renderToString(<HomePage frame={frame(locale)} pictures={photographs(locale)} />)
  expect(html).not.toMatch(/In the works|being built|בבנייה|נבנה/)
  expect(html.match(/<li[^>]*><svg/g)).toHaveLength(6)
})
