import { renderToString as render } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { FileName } from './file-name.tsx'

const NAME =
  '<bdi class="file-name"><span class="file-stem">סיכום פגישה</span><span class="file-extension">.md</span></bdi>'

test('FileName draws a path from left to right, with each part in its own direction', () => {
  expect(render(<FileName name="proj/מסמכים/סיכום פגישה.md" />)).toBe(
    `<bdi class="file-path" dir="ltr"><span class="file-folder"><bdi>proj</bdi>/<bdi>מסמכים</bdi>/</span>${NAME}</bdi>`,
  )
  expect(render(<FileName name="סיכום פגישה.md" />)).toBe(NAME)
})

test('FileName marks what was found in each part', () => {
  const html = render(
    <FileName
      name="ab/cd/ef.md"
      ranges={[
        [1, 4],
        [7, 9],
      ]}
    />,
  )
  expect(html).toContain('<bdi>a<mark>b</mark></bdi>/<bdi><mark>c</mark>d</bdi>/')
  expect(html).toContain('e<mark>f</mark></span><span class="file-extension"><mark>.</mark>md')
})
