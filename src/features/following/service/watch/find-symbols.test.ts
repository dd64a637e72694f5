import { afterAll, expect, test } from 'vitest'
import { type Offload, openThreads } from '#platform/threads.ts'
import { findSymbols } from './find-symbols.ts'

const threads = openThreads(async () => new URL('./find-symbols.fixture.ts', import.meta.url), 1)
const offload: Offload = (task, input) => threads.run('dana', task, input)
afterAll(threads.close)

const MIB = 1024 * 1024

test('findSymbols does not say that a symbol is gone when the text is too long to be parsed, or is not text', async () => {
  const watched = { symbol: { kind: 'function' as const, name: 'a', container: null }, text: 'def a(): pass\n' }
  const find = (text: string | Uint8Array) =>
    findSymbols(offload, { text, language: { name: 'Python' } }, [{ watched, lines: [] }])
  expect(await find(`def a(): pass\n${'#'.repeat(MIB / 2)}\n`)).toBeNull()
  expect(await find(Uint8Array.of(0, 1, 2))).toBeNull()
  expect(await find('def b(): pass\n')).toEqual([null])
})

/** Texts that cost a parser, or the search for a symbol, more than they say. */
const HOSTILE: Readonly<Record<string, { language: string; text: string }>> = {
  '2 MiB of brackets': { language: 'TypeScript', text: '['.repeat(2 * MIB) },
  'as many brackets as are parsed': { language: 'TypeScript', text: '['.repeat(MIB / 2) },
  '10,000 nested functions': { language: 'JavaScript', text: `${'function a(){'.repeat(10_000)}${'}'.repeat(10_000)}` },
  'a line of a megabyte': { language: 'Python', text: 'x=1;'.repeat(MIB / 4) },
  'a line as long as is parsed': { language: 'Python', text: 'x=1;'.repeat(MIB / 8) },
  '20,000 functions of one name': { language: 'Go', text: 'func a() { b() }\n'.repeat(20_000) },
}

/** The parser's own limit is 1.5 s and that of the thread 4 s; the rest is starting a thread on a busy machine. */
const MAX_MS = 20_000

/** Notes on one file. The lines of every second one are lost. */
const WANTED = Array.from({ length: 200 }, (_, i) => ({
  watched: {
    symbol: { kind: 'function' as const, name: 'a', container: null },
    text: `no function has this text: ${i}`,
  },
  lines: i % 2 === 0 ? [] : [1 + i],
}))

test.each(Object.entries(HOSTILE))(
  'findSymbols ends within its limits, and serves the next text, after %s',
  async (_, hostile) => {
    const started = performance.now()
    const found = await findSymbols(offload, { text: hostile.text, language: { name: hostile.language } }, WANTED)
    expect(performance.now() - started).toBeLessThan(MAX_MS)
    // Null for all: the parser was stopped, and the watches are checked again at the next version.
    expect(found === null || found.length === WANTED.length).toBe(true)
    const next = await findSymbols(
      offload,
      { text: 'def a():\n    pass\n', language: { name: 'Python' } },
      WANTED.slice(0, 1),
    )
    expect(next?.[0]?.symbol.name).toBe('a')
  },
)
