import { describe, expect, it } from 'vitest'
import { codeHtml, firstPart, widestLine } from './code-html.ts'

describe('the lines of a page', () => {
  it('have a number link outside the tab order and hidden from screen readers, and keep their line end', () => {
    expect(codeHtml(['<b>x</b>'])).toBe(
      '<div class="code-lines"><div id="L1"><a href="#L1" tabindex="-1" aria-hidden="true">1</a><code><b>x</b>\n</code></div></div>',
    )
  })

  it('are in blocks of a hundred', () => {
    const html = codeHtml(Array.from({ length: 201 }, () => ''))
    expect(html.match(/class="code-lines"/g)).toHaveLength(3)
    expect(html.match(/ id="L\d+"/g)).toHaveLength(201)
    expect(html.match(/data-lines="1"/g)).toHaveLength(1)
  })

  it('name the size of the last block only when it is shorter and not the only one', () => {
    const lines = (length: number) => Array.from({ length }, () => '')
    for (const count of [1, 99, 100, 200]) expect(codeHtml(lines(count))).not.toContain('data-lines')
    expect(codeHtml(lines(137))).toContain('<div class="code-lines" data-lines="37"><div id="L101">')
  })

  it('have the width of the widest line, tabs included', () => {
    expect(widestLine(['abc', '\tab', ''])).toBe(6)
    expect(widestLine([])).toBe(0)
  })
})

describe('the first part of a large text', () => {
  it('ends at a line end within the limit', () => {
    expect(firstPart('aaaa\nbbbb\ncccc', 12)).toBe('aaaa\nbbbb\n')
  })

  it('never cuts inside a character', () => {
    expect(firstPart('שלום'.repeat(3), 5)).toBe('של')
    expect(firstPart('😀😀', 6)).toBe('😀')
  })

  it('is the whole text when that fits', () => {
    expect(firstPart('abc', 3)).toBe('abc')
    expect(firstPart('', 3)).toBe('')
  })
})
