import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const sheets = globSync('src/**/*.css')

/** Physical properties, which do not mirror in right-to-left pages. */
const PHYSICAL = [
  /(?:^|[\s;{])(?:left|right|top|bottom)\s*:/,
  /(?:^|[\s;{])(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right|top|bottom)\b/,
  /\bborder-(?:top|bottom)-(?:left|right)-radius\b/,
  /\b(?:text-align|float|clear|caption-side)\s*:\s*(?:left|right)\b/,
  /\b(?:background-position|object-position|transform-origin)\s*:[^;]*\b(?:left|right)\b/,
  /\btranslate(?:X|3d)?\(/,
  // Four values are top, right, bottom, left.
  /\b(?:margin|padding|inset|border-width|border-radius)\s*:(?:\s+(?:[\w.%-]+|\w+\([^;]*?\))){4}\s*;/,
]

function physicalLines(css: string): string[] {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  return bare.split('\n').filter((line) => PHYSICAL.some((pattern) => pattern.test(line)))
}

describe('style sheets for both directions', () => {
  it('finds style sheets to read', () => {
    expect(sheets.length).toBeGreaterThan(5)
  })

  it.each(sheets)('%s has logical properties only', (sheet) => {
    expect(physicalLines(readFileSync(sheet, 'utf8'))).toEqual([])
  })

  it.each([
    'a { margin-left: 4px }',
    'a { left: 0; }',
    'a { text-align: right; }',
    'a { padding: 0 1px 2px 3px; }',
    'a { border-top-left-radius: 4px; }',
    'a { transform: translateX(4px); }',
  ])('the pattern rejects %s', (css) => {
    expect(physicalLines(css)).toHaveLength(1)
  })

  it.each(['a { margin-inline-start: 4px }', 'a { padding: 0 var(--s1) 2px; }', '/* left: 0; */'])(
    'accepts %s',
    (css) => {
      expect(physicalLines(css)).toEqual([])
    },
  )
})
