import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Colour = { l: number; c: number; h: number }
type Tokens = ReadonlyMap<string, Colour>

const sheets = ['tokens.css', 'note-colors.css'].map((name) => readFileSync(`src/ui/styles/${name}`, 'utf8'))
const PAIR = /--([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\);/g

/** Every pair of text and background colours in the style sheets. */
const TEXT_ON: readonly [text: string, on: string][] = [
  ...['page', 'surface', 'sunken', 'hover'].flatMap((on): [string, string][] => [
    ['text', on],
    ['muted', on],
  ]),
  ...['page', 'surface', 'sunken'].map((on): [string, string] => ['accent', on]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent-soft', 'accent-soft'],
  ...['info', 'success', 'warn', 'danger'].flatMap((tone): [string, string][] => [
    ['text', `${tone}-soft`],
    [tone, `${tone}-soft`],
  ]),
  ['danger', 'surface'],
  ...['keyword', 'string', 'number', 'function', 'comment'].map((kind): [string, string] => [
    `code-${kind}`,
    'surface',
  ]),
]
const NOTES = ['yellow', 'pink', 'green', 'blue', 'purple', 'orange', 'gray'].map((color) => `note-${color}`)

const normal = block(':root {')
const contrast = block(":root[data-theme='contrast'] {")

describe.each([
  { theme: 'light', tokens: read(normal, 'light'), least: 4.5 },
  { theme: 'dark', tokens: read(normal, 'dark'), least: 4.5 },
  { theme: 'high contrast on light', tokens: read(contrast, 'light'), least: 7 },
  { theme: 'high contrast on dark', tokens: read(contrast, 'dark'), least: 7 },
])('$theme', ({ tokens, least }) => {
  it.each(TEXT_ON)(`%s on %s is at least ${least}:1`, (text, on) => {
    expect(ratio(tokens, text, on)).toBeGreaterThanOrEqual(least)
  })

  it.each(NOTES)('S26: ink on %s is at least 7:1', (note) => {
    expect(ratio(tokens, 'note-ink', note)).toBeGreaterThanOrEqual(7)
  })
})

it('high contrast replaces every colour', () => {
  expect([...read(contrast, 'light').keys()].toSorted()).toEqual([...read(normal, 'light').keys()].toSorted())
})

it('high contrast by choice and by system preference are the same', () => {
  const asked = sheets.map((css) => css.slice(css.indexOf('@media (prefers-contrast: more)'))).join('\n')
  expect([...asked.matchAll(PAIR)].map(([line]) => line)).toEqual([...contrast.matchAll(PAIR)].map(([line]) => line))
})

/** The declarations of every sheet in its block with this opening. */
function block(opening: string): string {
  return sheets.map((css) => css.slice(css.indexOf(opening), css.indexOf('\n}', css.indexOf(opening)))).join('\n')
}

function read(text: string, scheme: 'light' | 'dark'): Tokens {
  return new Map(
    [...text.matchAll(PAIR)].map(([, name = '', light = '', dark = '']) => [
      name,
      parse(scheme === 'light' ? light : dark),
    ]),
  )
}

function parse(text: string): Colour {
  const [l = 0, c = 0, h = 0] = text.split(' ').map(Number)
  return { l, c, h }
}

function ratio(tokens: Tokens, text: string, on: string): number {
  const [a, b] = [tokens.get(text), tokens.get(on)]
  if (!a || !b) throw new Error(`no token ${a ? on : text}`)
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

/** OKLCH to linear sRGB (Björn Ottosson's matrices), clipped as a screen does, then WCAG's relative luminance. */
function luminance({ l, c, h }: Colour): number {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
  const green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
  const blue = -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short
  const clip = (x: number) => Math.min(1, Math.max(0, x))
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue)
}
