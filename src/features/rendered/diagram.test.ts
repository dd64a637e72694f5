import { expect, test } from 'vitest'
import { parseDiagramMessage } from './diagram.ts'

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
