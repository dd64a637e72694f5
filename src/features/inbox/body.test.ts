import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCheckboxes } from '#base/checkboxes.ts'
import { charLength } from '#base/text.ts'
import { beginningOf, parseBody } from './body.ts'
import { INBOX_BODY_CHARS, INBOX_BODY_LINES } from './shown-note.ts'

describe('the beginning of a note', () => {
  test('is the whole note when it is short, byte for byte', () => {
    for (const text of ['', 'a', 'a\r\nb\n', '\n\n', 'a\rb']) expect(beginningOf(text)).toBe(text)
  })

  test('has whole lines and the first checkboxes of the note, each with its number (property)', () => {
    const line = fc.constantFrom('- [ ] a', '- [x] b', '```', '~~~', 'words '.repeat(40), '', 'שלום 👩‍👩‍👧')
    const text = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 60 })
      .map((lines) => lines.flat().join(''))
    fc.assert(
      fc.property(text, (content) => {
        const start = beginningOf(content)
        expect(content.startsWith(start)).toBe(true)
        expect(charLength(start)).toBeLessThanOrEqual(INBOX_BODY_CHARS)
        expect(start.split(/\r\n|\r|\n/).length).toBeLessThanOrEqual(INBOX_BODY_LINES + 1)
        const boxes = findCheckboxes(start)
        expect(boxes).toEqual(findCheckboxes(content).slice(0, boxes.length))
      }),
    )
  })

  test('of one long line is cut between characters', () => {
    const start = beginningOf('👩‍👩‍👧'.repeat(1_000))
    expect(charLength(start)).toBeLessThanOrEqual(INBOX_BODY_CHARS)
    expect(start.endsWith('👩‍👩‍👧')).toBe(true)
  })
})

describe('matches in a note', () => {
  test('are marked in text, code, lists and tables, and not inside the marker of a task', () => {
    const { blocks } = parseBody('- [x] x **x**\n\n`x`\n\n| x |\n|---|\n| y |', ['x'])
    expect(JSON.stringify(blocks).match(/"matches":\[\[/g)).toHaveLength(4)
  })

  test('beyond the beginning are shown with the text around them', () => {
    const content = `${'line\n'.repeat(50)}the needle`
    expect(parseBody(content, ['needle'])).toMatchObject({ isCut: true, found: { ranges: [expect.anything()] } })
    expect(parseBody(content, ['line']).found).toBeNull()
    expect(parseBody(content, ['elsewhere']).found).toBeNull()
    expect(parseBody('needle', ['needle']).found).toBeNull()
  })
})
