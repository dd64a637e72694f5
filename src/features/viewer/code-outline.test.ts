import { describe, expect, test } from 'vitest'
import { highlightLines, loadGrammar } from '#base/highlight/highlight.ts'
import { codeOutline } from './code-outline.ts'
import { cpuMs } from '../../../test/cpu.ts'

/** `line level name`, as the outline shows it. */
async function outlineOf(grammar: string, code: string): Promise<string[]> {
  await loadGrammar(grammar)
  return codeOutline(highlightLines(code, grammar), grammar).map(({ line, level, text }) => `${line} ${level} ${text}`)
}

const SAMPLES: Readonly<Record<string, { code: string; names: string[] }>> = {
  python: {
    code: 'class A(B):\n    async def go(self):\n        run(1)\n\n    def שלום(self): ...\n\ndef f():\n    pass\n',
    names: ['1 1 A', '2 2 go', '5 2 שלום', '7 1 f'],
  },
  kotlin: {
    code: 'data class D(val a: Int)\n\nfun String.ext(): Int {\n  return run(1)\n}\n',
    names: ['1 1 D', '3 1 String.ext'],
  },
  swift: {
    code: 'final class A: B {\n  override func go(x: Int) -> Int { run(x) }\n  init(x: Int) {}\n}\n\nextension A {}\n',
    names: ['1 1 A', '2 2 go', '3 2 init', '6 1 A'],
  },
  bash: { code: 'build() {\n  run x\n}\n\nfunction clean {\n}\n', names: ['1 1 build', '5 1 clean'] },
  lua: { code: 'local function f(a) end\nfunction M:go(x) run(x) end\n', names: ['1 1 f', '2 1 M:go'] },
  perl: { code: 'package A::B;\nsub go {\n  run();\n}\n', names: ['1 1 A::B', '2 1 go'] },
  elixir: { code: 'defmodule A.B do\n  defp go(x), do: run(x)\nend\n', names: ['1 1 A.B', '2 2 go'] },
  r: { code: 'go <- function(x) {\n  run(x)\n}\n', names: ['1 1 go'] },
  scala: {
    code: 'object O {\n  def f(x: Int) = run(x)\n}\ncase class C(a: Int)\n',
    names: ['1 1 O', '2 2 f', '4 1 C'],
  },
  dart: { code: 'class A extends B {\n  void go(int x) {\n    run(x);\n  }\n}\n', names: ['1 1 A', '2 2 go'] },
  makefile: { code: 'all: build\n\trun\n\nX := 1\n', names: ['1 1 all'] },
  sql: {
    code: 'CREATE TABLE IF NOT EXISTS public.users (id int);\ncreate or replace function f() returns int as $$ select 1 $$;\nselect 1;\n',
    names: ['1 1 public.users', '2 1 f'],
  },
}

describe('codeOutline', () => {
  test.each(Object.entries(SAMPLES))(
    'lists the definitions of %s with lines and depth',
    async (grammar, { code, names }) => {
      expect(await outlineOf(grammar, code)).toEqual(names)
    },
  )

  test('ignores comments and strings', async () => {
    expect(
      await outlineOf('python', '"""\ndef no():\n    pass\n"""\n# class Neither:\nx = "def nor(): ..."\n'),
    ).toEqual([])
    expect(await outlineOf('kotlin', '/*\nfun no() {\n*/\nval x = """\nclass Neither {\n"""\n')).toEqual([])
  })

  test('takes bounded time for any line', () => {
    const units = [
      'a ',
      'a',
      '* ',
      'public ',
      '<',
      'a<',
      'a::',
      'a.',
      '(',
      'pub(a) ',
      ' ',
      '\t',
      'a*&',
      'export ',
      'a b<c>',
    ]
    const starts = ['', 'function ', 'const x', 'type a', 'a(', 'func (', 'create or replace ']
    const lines = starts.flatMap((start) =>
      units.flatMap((unit) =>
        ['', '(', ';', '{', '='].map((end) => `${(start + unit.repeat(300)).slice(0, 299)}${end}`),
      ),
    )
    const outlineAll = () => {
      for (const grammar of Object.keys(SAMPLES)) codeOutline(lines, grammar)
    }
    // Half a second here; a rule with exponential backtracking would need years.
    expect(cpuMs(outlineAll)).toBeLessThan(10_000)
  })

  test('is empty for a grammar without rules, and without a grammar', async () => {
    expect(await outlineOf('json', '{"def": 1}')).toEqual([])
    expect(codeOutline(['def f():'], null)).toEqual([])
    expect(codeOutline(['def f():'], 'constructor')).toEqual([])
  })
})
