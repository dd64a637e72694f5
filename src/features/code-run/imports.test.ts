import { describe, expect, it, test } from 'vitest'
import { importsIn, refusedImports } from './imports.ts'

describe('imports of a program', () => {
  it.each([
    { code: 'import os', found: [{ name: 'os', line: 1, column: 8 }] },
    {
      code: '  import math, os as o',
      found: [
        { name: 'math', line: 1, column: 10 },
        { name: 'os', line: 1, column: 16 },
      ],
    },
    { code: 'x = 1\nfrom os.path import join', found: [{ name: 'os.path', line: 2, column: 6 }] },
    { code: 'from . import x', found: [{ name: '.', line: 1, column: 6 }] },
    { code: 'import math # and os', found: [{ name: 'math', line: 1, column: 8 }] },
    { code: '# import os\nimportant = 1', found: [] },
  ])('$code', ({ code, found }) => {
    expect(importsIn(code)).toEqual(found)
  })

  test('are refused when the package is not on the list', () => {
    const code = 'from __future__ import annotations\nimport collections.abc, sys'
    expect(refusedImports(code, ['collections']).map(({ name }) => name)).toEqual(['sys'])
  })
})
