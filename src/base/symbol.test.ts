import { expect, test } from 'vitest'
import { formatSymbol } from './symbol.ts'

test.each([
  ['function', 'total', 'total()'],
  ['method', 'סכום', 'סכום()'],
  ['class', 'Invoice', 'Invoice'],
  ['rule', '.card', '.card'],
  ['method', 'operator()', 'operator()'],
] as const)('formatSymbol writes the %s %s as %s', (kind, name, text) => {
  expect(formatSymbol({ kind, name })).toBe(text)
})
