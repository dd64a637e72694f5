import { expect, test } from 'vitest'
import { linkLines, wantsInput } from './traceback.ts'

test('a traceback is split at program lines without losing text', () => {
  const trace = 'Traceback:\n  File "/box/main.py", line 12, in f\n    1/0\n  File "/usr/lib/x.py", line 3\n'
  const pieces = linkLines(trace)
  expect(pieces.filter(({ line }) => line !== null)).toEqual([{ text: 'File "/box/main.py", line 12', line: 12 }])
  expect(pieces.map(({ text }) => text).join('')).toBe(trace)
  expect(linkLines('main.py:3: import of os is not allowed here')[0]).toEqual({ text: 'main.py:3', line: 3 })
  expect(linkLines('')).toEqual([])
})

test('wantsInput knows the error of input() without a line to read', () => {
  expect(
    wantsInput('Traceback:\n  File "/box/main.py", line 1, in <module>\nEOFError: EOF when reading a line\n'),
  ).toBe(true)
  expect(wantsInput("ValueError: 'EOFError: EOF when reading a line'\n")).toBe(false)
})
