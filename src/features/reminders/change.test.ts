import { expect, test } from 'vitest'
import { changeRows } from './change.ts'

const lines = (...all: string[]) => `${all.join('\n')}\n`
const drawn = (before: string, after: string | null) =>
  changeRows({ before, after }).rows.map((row) =>
    row.kind === 'skipped' ? `…${row.lines}` : `${{ same: ' ', removed: '-', added: '+' }[row.kind]}${row.text}`,
  )

test('changeRows shows removed and added lines with two unchanged ones around them', () => {
  const before = lines('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11')
  const after = lines('1', '2', '3', '4', '5', 'six', '7', '8', '9', '10', '11')
  expect(drawn(before, after)).toEqual(['…3', ' 4', ' 5', '-6', '+six', ' 7', ' 8', '…3'])
})

test('changeRows shows a single unchanged line instead of leaving it out', () => {
  expect(drawn(lines('1', '2', '3', 'x'), lines('1', '2', '3', 'y'))).toEqual([' 1', ' 2', ' 3', '-x', '+y'])
})

test('changeRows shows every line of deleted code as removed', () => {
  expect(changeRows({ before: lines('a', 'b'), after: null })).toEqual({
    isGone: true,
    isCut: false,
    rows: [
      { kind: 'removed', text: 'a' },
      { kind: 'removed', text: 'b' },
    ],
  })
})

test('changeRows cuts long differences and long lines', () => {
  const { rows, isCut } = changeRows({ before: 'x\n', after: 'y\n'.repeat(100) })
  expect([rows.length, isCut]).toEqual([60, true])
  const [, row] = changeRows({ before: 'x\n', after: `${'z'.repeat(399)}😀😀\n` }).rows
  expect(row).toEqual({ kind: 'added', text: `${'z'.repeat(399)}\uFFFD…` })
})
