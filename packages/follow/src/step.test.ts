import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { history, seeded } from './edit-script.fixture.ts'
import { Step } from './step.ts'
import { textPairs } from './text-pairs.ts'

test('shiftAround says the same as carry, wherever it answers', () => {
  const random = seeded(7)
  const source = readFileSync('packages/follow/fixtures/server.ts.txt', 'utf8')
  const versions = history(source, 20, source.split('\n'), random).map((lines) =>
    lines.map(({ text }) => `${text}\n`).join(''),
  )
  const read = textPairs()
  let [answered, asked] = [0, 0]
  for (const [i, after] of versions.entries()) {
    const pair = read(versions[i - 1] ?? source, after)
    const step = new Step(pair.before, pair.after)
    for (let first = 1; first <= step.from.length; first++) {
      const lines = Array.from({ length: 1 + random(4) }, (_, n) => first + n)
      const shift = step.shiftAround(lines)
      asked++
      if (shift === null) continue
      answered++
      const { lines: carried, sameWeight, total } = step.carry(lines)
      expect(carried).toEqual(lines.map((line) => line + shift))
      expect(sameWeight).toBe(total)
    }
  }
  expect(answered).toBeGreaterThan(asked / 4)
  expect(answered).toBeLessThan(asked)
})

test('shiftOf is null for lines that were changed, removed or separated', () => {
  const { before, after } = textPairs()('a\nb\nc\nd\ne\nf\n', 'new\na\nb\nnew\nc\nd\nf\n')
  const step = new Step(before, after)
  expect([step.shiftOf(1, 2), step.shiftOf(3, 4), step.shiftOf(6, 6)]).toEqual([1, 2, 1])
  expect([step.shiftOf(2, 3), step.shiftOf(4, 5), step.shiftOf(6, 7), step.shiftOf(0, 1)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

const carryLines = (from: readonly string[], to: readonly string[], ...lines: number[]) => {
  const { before, after } = textPairs()(from.join('\n'), to.join('\n'))
  return new Step(before, after).carry(lines).lines
}

test('carry does not find a deleted blank line above a line that stood above it', () => {
  const kept = ['int head_of_the_file = 1;', '', 'using first_type = one_type;', 'using second_type = two_type;']
  const end = 'using buffer_type = memory_buffer<char, 250>;'
  const before = [...kept, '', 'template<typename T>', 'struct removed_entirely;', end]
  // Three lines above the last one, where the blank line was before, is the one after the head now.
  expect(carryLines(before, [...kept, end], 3, 4, 5)).toEqual([3, 4])
})

test('carry leaves out a blank line at an end where the anchor had a line with text', () => {
  const [head, last] = ['set_level(level_of_all_loggers);', 'set_pattern("the format of all loggers");']
  const inserted = ['// Print numbers with padding', 'info("padding in numbers {:08d}", 12);']
  expect(carryLines([head, 'debug("is displayed");', '', last], [head, '', ...inserted, last], 2, 3, 4)).toEqual([5])
  expect(carryLines([head, '', last], [head, '', ...inserted, last], 2, 3)).toEqual([2, 5])
})

test('carry finds a changed line behind the blank line that the difference keeps', () => {
  const [head, tail] = ['function readSwitch(given) {', 'return new Pipe(trueValues, falseValues)']
  const before = [head, 'const params = normalise(given)', 'const falseValues = new Set(params.falsy)', '', tail]
  const after = [head, 'const { truthy, falsy } = normalise(given)', '', 'const falseValues = new Set(falsy)', '', tail]
  expect(carryLines(before, after, 3)).toEqual([4])
})

test('carry keeps a repeated line with the unique line above it that the difference does not keep', () => {
  const write = 'writeContentType(w, plainContentType)'
  const end = ['if len(data) > 0 {', 'fmt.Fprintf(w, format, data...)', '}']
  const string = 'func WriteString(w http.ResponseWriter, format string) {'
  const before = ['WriteString(w, r.Format, r.Data)', 'return nil', '}', '', string, write, '', ...end]
  const type = ['func (r String) WriteContentType(w http.ResponseWriter) {', write, '}', '']
  const after = ['WriteString(w, r.Format, r.Data)', 'return nil', '}', '', ...type, string, write, ...end]
  expect(carryLines(before, after, 6, 7, 8)).toEqual([10, 11])
})

test('carry confirms no repeated line by a line similar to a unique one that stands elsewhere', () => {
  const mock = ['{', 'mock = new Handler([', 'new Response(302)', '])', '}', '']
  const test = (name: string) => [`public function ${name}()`, ...mock]
  const name = 'testNotRemoveAuthorizationHeaderOnRedirect'
  const added = [...test('testNotRemoveAuthorizationHeadersOnRedirect'), ...test('testRemoveCookieHeaderOnRedirect')]
  expect(carryLines(test(name), [...added, ...test(name)], 3)).toEqual([17])
})

test('carry finds a short line below a blank line with the code below it when the code above was deleted', () => {
  const job = ['min_version:', 'name: Minimum supported version']
  const above = ['license_checks:', 'run: tests/scripts/license-checks.sh', '']
  expect(carryLines([...above, ...job, 'env: none'], [...job, 'needs: metadata'], 4)).toEqual([1])
  expect(carryLines(['removeTheOldEntries(list)', '', '}'], ['}'], 3)).toEqual([])
})

test('carry leaves a repeated line between the unique lines around it when a line next to it went elsewhere', () => {
  const rest = ["if (typeof callback === 'function') callback();", '', 'return vnode;', '}', '']
  const hydrate = 'export function hydrateComponent(vnode, parent) {'
  const before = [hydrate, 'preactRender(vnode, parent);', ...rest]
  const render = ['export function renderComponent(vnode, parent) {', 'preactRender(vnode, parent);', ...rest]
  expect(carryLines(before, [...render, hydrate, 'preactHydrate(vnode, parent);', ...rest], 3)).toEqual([10])
})
