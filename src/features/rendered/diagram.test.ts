import { expect, test } from 'vitest'
import { hasAliases, parseDiagramMessage } from './diagram.ts'

test.each([
  [{ kind: 'ready' }, { kind: 'ready' }],
  [
    { kind: 'drawn', height: 120 },
    { kind: 'drawn', height: 120 },
  ],
  [
    { kind: 'drawn', height: 1e9 },
    { kind: 'drawn', height: 4000 },
  ],
  [
    { kind: 'drawn', height: -5 },
    { kind: 'drawn', height: 40 },
  ],
  [{ kind: 'drawn', height: '120' }, null],
  [{ kind: 'drawn', height: Number.NaN }, null],
  [
    { kind: 'failed', reason: 'x'.repeat(9999) },
    { kind: 'failed', reason: 'x'.repeat(500) },
  ],
  [{ kind: 'navigate', to: '/logout' }, null],
  ['ready', null],
  [null, null],
])('parseDiagramMessage parses %j as %j', (data, answer) => {
  expect(parseDiagramMessage(data)).toEqual(answer)
})

test.each([
  ['graph TD\nA-->B', false],
  ['---\ntitle: R&D * 2\nconfig:\n  theme: base\n---\ngraph TD\nA-->B', false],
  ['graph TD\nA["- *x*"]', false],
  ['---\na: &a [x]\ntitle: *a\n---\ngraph TD', true],
  ['---\na: &a [x]\nb: [*a, *a]\n---\ngraph TD', true],
  ['---\na: &a [x]\nb:\n  - *a\n---\ngraph TD', true],
  ['  ---\n  a: &a [x]\n  b: {*a: 1}\n  ---\n  graph TD', true],
])('hasAliases(%j) is %s', (source, expected) => {
  expect(hasAliases(source)).toBe(expected)
})
