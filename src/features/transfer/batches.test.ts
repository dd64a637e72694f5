import { expect, test } from 'vitest'
import { planBatches } from './batches.ts'

const file = (path: string, size = 10) => ({ path, size })
const paths = (batches: { path: string }[][]) => batches.map((batch) => batch.map(({ path }) => path))

test('planBatches puts two hundred files into ten requests, each once and in order', () => {
  const files = Array.from({ length: 200 }, (_, i) => file(`p/${i}.py`))
  const { batches } = planBatches(files, 1_000)
  expect(batches.map((batch) => batch.length)).toEqual(Array.from({ length: 10 }, () => 20))
  expect(batches.flat()).toEqual(files)
})

test('planBatches limits the bytes of a request', () => {
  const mib = 1024 * 1024
  const { batches } = planBatches([file('a', 3 * mib), file('b', mib), file('c', mib)], 5 * mib)
  expect(paths(batches)).toEqual([['a', 'b'], ['c']])
})

test('planBatches lists too large files and junk before anything is sent', () => {
  const plan = planBatches(
    [file('p/a.py'), file('p/big.csv', 2_000), file('p/node_modules/x.js'), file('p/node_modules/y.js')],
    1_000,
  )
  expect(paths(plan.batches)).toEqual([['p/a.py']])
  expect(plan.tooLarge.map(({ path }) => path)).toEqual(['p/big.csv'])
  expect(plan.skipped).toEqual([{ path: 'p/node_modules/', files: 2 }])
})

test('planBatches sends a zip alone, whatever its size', () => {
  const { batches, tooLarge } = planBatches([file('a.py'), file('all.zip', 9_999), file('b.py')], 1_000)
  expect(paths(batches)).toEqual([['a.py'], ['all.zip'], ['b.py']])
  expect(tooLarge).toEqual([])
})
