import { expect, test } from 'vitest'
import { CommitStep } from './commit-step.ts'

const joined = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')

test('carry looks in other files when only repeated lines of an anchor are still in its file', () => {
  const body = ['w := httptest.NewRecorder()', 'data := map[string]interface{}{', '"foo": "bar",', '}', '']
  const [pack, json] = [
    ['func TestRenderMsgPack(t *testing.T) {', ...body],
    ['func TestRenderJSON(t *testing.T) {', ...body],
  ]
  const step = new CommitStep([
    { from: 'render_test.go', to: 'render_test.go', before: joined(...pack, ...json), after: joined(...json) },
    { from: null, to: 'msgpack_test.go', before: null, after: joined('package render', '', ...pack) },
  ])
  const { to } = step.carry({ path: 'render_test.go', lines: [1, 2, 3, 4], isMoved: false })
  expect(to).toMatchObject({ path: 'msgpack_test.go', lines: [3, 4, 5, 6] })
})

test('carry follows a line that stands elsewhere with the same neighbours, not a similar one between repeated lines', () => {
  const entry = (name: string) => [
    '-',
    `message: "Parameter of function ${name} expects resource, Handle given"`,
    'count: 1',
    '',
  ]
  const before = ['curl_setopt', 'curl_close', 'curl_reset'].flatMap(entry)
  const after = ['curl_close', 'curl_error', 'curl_getinfo', 'curl_reset', 'curl_setopt', 'curl_share'].flatMap(entry)
  const step = new CommitStep([{ from: 'a.neon', to: 'a.neon', before: joined(...before), after: joined(...after) }])
  const carried = (line: number) => step.carry({ path: 'a.neon', lines: [line], isMoved: false }).to?.lines
  expect([2, 6, 10].map(carried)).toEqual([[18], [2], [14]])
})
