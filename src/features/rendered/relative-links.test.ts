import { expect, it } from 'vitest'
import { resolveLink } from './relative-links.ts'

const base = { root: '/repos/ada/engine', folder: 'docs/api', query: '?at=abc' }

it.each([
  ['b.md', '/repos/ada/engine/docs/api/b.md?at=abc'],
  ['../a%20b.md#part', '/repos/ada/engine/docs/a%20b.md?at=abc#part'],
  ['/README.md?plain=1', '/repos/ada/engine/README.md?at=abc'],
  ['../../../../etc/passwd', '/repos/ada/engine?at=abc'],
  ['%zz', '/repos/ada/engine/docs/api/%25zz?at=abc'],
])('resolveLink resolves %s to %s', (href, resolved) => {
  expect(resolveLink(base, href)).toBe(resolved)
})
