import { expect, test } from 'vitest'
import { closeUp } from './pulled-apart.ts'

const block = (name: string, value: string) => [`'Name' => '${name}',`, `'Domain' => 'foo.com',`, `'Value' => ${value}`]
const head = 'public function testDoesAddValidCookies()'
const from = [head, ...block('foo', '0'), ...block('foo', '0.25')]
const to = [head, ...block('0', '0'), ...block('foo', '0'), ...block('foo', '0.25')]

test('closeUp takes the end where the anchor stands with more of its surroundings', () => {
  expect(closeUp([3, 4, 5, 6], [3, 4, 8, 9], { from, to })).toEqual([6, 7, 8, 9])
})

test('closeUp keeps lines apart when lines were inserted between them', () => {
  const longer = from.toSpliced(3, 0, 'inserted between them')
  expect(closeUp([3, 4], [3, 5], { from, to: longer })).toEqual([3, 5])
  expect(closeUp([3, 4, 5], [3, 4], { from, to })).toEqual([3, 4])
})
