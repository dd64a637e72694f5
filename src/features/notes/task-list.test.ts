import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCheckboxes } from '#base/checkboxes.ts'
import { toggleTask } from './task-list.ts'

describe('toggle task', () => {
  test('S19: of two identical task lines, index 1 changes only the second', () => {
    expect(toggleTask('- [ ] milk\n- [ ] milk\n', 1, true)).toEqual({
      outcome: 'changed',
      content: '- [ ] milk\n- [x] milk\n',
    })
  })

  test('an unknown index is missing; a checkbox in the requested state is unchanged', () => {
    expect(toggleTask('- [ ] one', 1, true)).toEqual({ outcome: 'missing' })
    expect(toggleTask('- [ ] one', -1, true)).toEqual({ outcome: 'missing' })
    expect(toggleTask('- [X] one', 0, true)).toEqual({ outcome: 'already' })
  })

  test('exactly one character changes and line ends are kept', () => {
    const line = fc.constantFrom('- [ ] משימה', '* [x] done', 'text', '```', '+ [X] y', '  - [ ] nested', '| - [ ] |')
    const end = fc.constantFrom('\n', '\r\n')
    const text = fc.array(fc.tuple(line, end)).map((lines) => lines.map(([a, b]) => a + b).join(''))
    fc.assert(
      fc.property(text, fc.nat(6), fc.boolean(), (content, index, checked) => {
        const toggle = toggleTask(content, index, checked)
        if (toggle.outcome !== 'changed') return
        expect(toggle.content).toHaveLength(content.length)
        const differing = Array.from({ length: content.length }, (_, i) => i).filter(
          (i) => content[i] !== toggle.content[i],
        )
        expect(differing).toEqual([findCheckboxes(content)[index]?.at])
      }),
    )
  })
})
