import { expect, test } from 'vitest'
import { markdownOutline } from './outline.ts'

test('markdownOutline lists headings with their lines, except those inside code', () => {
  const text = '# One `x`\n\n```\n# not a heading\n```\n\nשתיים\n---\n\n### *Three* &amp; more\n\n#\n'
  expect(markdownOutline(text)).toEqual([
    { text: 'One x', level: 1, line: 1 },
    { text: 'שתיים', level: 2, line: 7 },
    { text: 'Three & more', level: 3, line: 10 },
  ])
})
