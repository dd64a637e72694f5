import { expect, test } from 'vitest'
import type { Trace } from 'codeshelf-follow'
import { fileOf, LABEL, TAX, TOTAL, TOTAL_NET } from '../../../../../test/python-blocks.ts'
import type { Place, PlaceKind } from '../../place.ts'
import { DefinitionReader } from '../sources/definition-reader.ts'
import { nameSymbols } from './name-symbols.ts'

const LIMITS = { texts: 60, cpuMs: 10_000, elapsedMs: 10_000 }
const place = (kind: PlaceKind): Place => ({ kind, since: '2', at: null, path: '', start: 1, end: 1 })
const side = (text: string, ...lines: number[]) => ({ path: 'a.py', text, lines })

async function named(kind: PlaceKind, trace: Trace, language = 'Python'): Promise<string | null> {
  const one = place(kind)
  await nameSymbols([[one]], new WeakMap([[one, trace]]), new DefinitionReader(() => language, LIMITS))
  return one.symbol?.name ?? null
}

const BOTH = fileOf(TOTAL, LABEL)
const SWAPPED = fileOf(LABEL, TOTAL)
const CHANGED = fileOf(TOTAL_NET, LABEL)

test('nameSymbols names the definition around lines that changed or moved, and around lost ones', async () => {
  expect(await named('changed', { before: side(BOTH, 2), after: side(CHANGED, 2) })).toBe('total')
  expect(await named('moved', { before: side(BOTH, 2), after: side(SWAPPED, 6) })).toBe('total')
  expect(await named('lost', { before: side(BOTH, 2), after: null })).toBe('total')
  const elsewhere = { ...side(fileOf(LABEL, TOTAL_NET), 7), path: 'b.py' }
  expect(await named('moved', { before: side(BOTH, 3), after: elsewhere })).toBe('total')
})

test('nameSymbols names nothing when the lines left their definition, or are in none', async () => {
  const joined = fileOf([...LABEL, TOTAL[1] ?? ''])
  expect(await named('moved', { before: side(BOTH, 2), after: side(joined, 4) })).toBeNull()
  const around = fileOf(['import os'], TOTAL)
  expect(await named('changed', { before: side(around, 1), after: side(around, 1) })).toBeNull()
  expect(await named('changed', { before: side(BOTH, 3, 5), after: side(BOTH, 3, 5) })).toBeNull()
  expect(await named('renamed', { before: side(BOTH, 2), after: side(BOTH, 2) })).toBeNull()
  // Two lines of a function changed places: the function did not move.
  const [head = '', amounts = '', result = ''] = TOTAL
  const turned = { before: side(BOTH, 2), after: side(fileOf([head, result, amounts], LABEL), 3) }
  expect(await named('moved', turned)).toBeNull()
})

test('nameSymbols names nothing without a grammar or in a text that is too long', async () => {
  const trace = { before: side(BOTH, 2), after: side(CHANGED, 2) }
  expect(await named('changed', trace, 'Haskell')).toBeNull()
  const long = side(`${BOTH}${'# more\n'.repeat(100_000)}`, 2)
  expect(await named('changed', { before: long, after: long })).toBeNull()
})

test('nameSymbols parses a bounded number of texts, those of the last places first', async () => {
  const traces = new WeakMap<Place, Trace>()
  const places = Array.from({ length: 100 }, (_, i) =>
    ['first', 'last'].map((which) => {
      const text = fileOf([`# ${which} ${i}`], TAX)
      const one = place('changed')
      traces.set(one, { before: side(text, 4), after: side(text, 4) })
      return one
    }),
  )
  await nameSymbols(places, traces, new DefinitionReader(() => 'Python', LIMITS))
  expect(places.filter(([first]) => first?.symbol)).toHaveLength(0)
  expect(places.filter(([, last]) => last?.symbol)).toHaveLength(60)
})
