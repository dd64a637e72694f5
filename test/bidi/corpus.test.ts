import { describe, expect, it } from 'vitest'
import { leftToRightRuns, proseDirection } from '#base/bidi/prose.ts'
import { type MixedLine, parseLine, readCorpus } from './corpus.ts'

const corpus = readCorpus()
const prose = [...corpus.text, ...corpus.markdown]

const seen = ({ visual }: MixedLine) => visual.map(({ char }) => char).join('')

describe('the notation of the corpus', () => {
  it.each([
    ['R אב', 'בא'],
    ['L ab', 'ab'],
    ['R א ⟦C#⟧ ב', 'ב C# א'],
    ['L a ⟦אב ⟦12⟧⟧ c', 'a 12 בא c'],
  ])('%s is seen as %s', (row, visual) => {
    expect(seen(parseLine(row))).toBe(visual)
  })
})

describe('the corpus', () => {
  it('has at least 300 lines, none of them twice', () => {
    const all = Object.values(corpus).flat()
    expect(all.length).toBeGreaterThanOrEqual(300)
    for (const lines of Object.values(corpus)) expect(new Set(lines.map(({ text }) => text)).size).toBe(lines.length)
  })

  it.each(prose)('proseDirection finds the direction of $text', ({ text, direction }) => {
    expect(proseDirection(text)).toBe(direction)
  })

  it.each(prose.filter(({ direction }) => direction === 'rtl'))('leftToRightRuns finds whole runs in $text', (line) => {
    for (const [from, to] of leftToRightRuns(line.text))
      expect(seen(line)).toContain(seenRun(line.text.slice(from, to)))
  })
})

/** A run as the reader sees it; Hebrew inside a path is seen from the right. */
function seenRun(run: string): string {
  return run.replaceAll(/[\u0590-\u05ff]+/g, (word) => word.split('').toReversed().join(''))
}

describe('leftToRightRuns', () => {
  it('takes bounded time for a long line', () => {
    for (const part of ['`', '1+', '1', 'a)', '!', '*a ', 'http://', '"a', '-1-', 'א-C# `x` /a ']) {
      const line = `א ${part.repeat(100_000 / part.length)}`
      const start = performance.now()
      for (let at = 0; at < line.length; at += 4000) leftToRightRuns(line.slice(at, at + 4000))
      leftToRightRuns(line)
      proseDirection(line)
      expect(performance.now() - start).toBeLessThan(2_000)
    }
  })
})
