import { expect, test } from 'vitest'
import { verify } from './verify.ts'

const part = (name: string, definition: string) => ({ kind: 'index' as const, table: 'files', name, definition })

test('an index is found, missing or different, and extra indexes are ignored', () => {
  const expected = [part('a', 'CREATE INDEX a'), part('b', 'CREATE INDEX b'), part('c', 'CREATE INDEX c')]
  const stored = [part('a', 'CREATE INDEX a'), part('b', 'CREATE INDEX b WHERE x'), part('more', 'CREATE INDEX more')]
  expect(verify(expected, stored).map(({ name, state, actual }) => ({ name, state, actual }))).toEqual([
    { name: 'a', state: 'found', actual: 'CREATE INDEX a' },
    { name: 'b', state: 'different', actual: 'CREATE INDEX b WHERE x' },
    { name: 'c', state: 'missing', actual: null },
  ])
})
