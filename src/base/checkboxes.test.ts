import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHECKBOX_TEXTS } from './checkboxes.fixture.ts'
import { findCheckboxes } from './checkboxes.ts'
import { splitLines } from './lines.ts'
import { cpuMs } from '../../test/cpu.ts'

describe('S18: task lines are counted by one function, on one shared fixture', () => {
  test.each(CHECKBOX_TEXTS)('$name', ({ content, checked }) => {
    const boxes = findCheckboxes(content)
    expect(boxes.map((box) => box.checked)).toEqual(checked)
    for (const box of boxes) expect(content.slice(box.at - 1, box.at + 2)).toMatch(/^\[[ xX]\]$/)
  })

  test('a checkbox has the line of its mark, and toggling it changes no other box', () => {
    const piece = fc.constantFrom('- [ ] a', '* [x] ב', '```', '~~~~', 'text', '\t+ [X] c', '', '    ```', '- [ ] 👩‍👧')
    const end = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, end)), fc.nat(), (lines, pick) => {
        const content = lines.flat().join('')
        const boxes = findCheckboxes(content)
        for (const box of boxes)
          expect(splitLines(content)[box.line - 1]).toContain(content.slice(box.at - 1, box.at + 2))

        const box = boxes[pick % Math.max(1, boxes.length)]
        if (!box) return
        const mark = box.checked ? ' ' : 'x'
        const toggled = content.slice(0, box.at) + mark + content.slice(box.at + 1)
        expect(findCheckboxes(toggled)).toEqual(boxes.map((b) => (b === box ? { ...b, checked: !b.checked } : b)))
      }),
    )
  })

  test('a long hostile text is counted in linear time', () => {
    const content = `${' '.repeat(100_000)}\n`.repeat(10) + '- '.repeat(100_000)
    expect(cpuMs(() => expect(findCheckboxes(content)).toEqual([]))).toBeLessThan(500)
  })
})
