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
  typescript: {
    code: [
      'export abstract class Shelf<T> extends Base {',
      '  private async put(x: T): Promise<void> {',
      '    if (x) {',
      '      run(x)',
      '    }',
      '    useEffect(() => {',
      '    })',
      '  }',
      '}',
      'export default async function* walk() {}',
      'export const sum = (a: number, b: number) => a + b',
      'const one = x => x',
      'const total = sum(1, 2)',
      'export type Name = string',
      'interface Part {}',
      'Shelf.prototype.take = function () {}',
      "import { type Other } from './other.ts'",
    ].join('\n'),
    names: [
      '1 1 Shelf',
      '2 2 put',
      '10 1 walk',
      '11 1 sum',
      '12 1 one',
      '14 1 Name',
      '15 1 Part',
      '16 1 Shelf.prototype.take',
    ],
  },
  go: {
    code: 'type Repo struct {\n}\n\nfunc (r *Repo) Get(id string) error {\n\treturn get(id)\n}\n\nfunc main() {}\n',
    names: ['1 1 Repo', '4 1 Get', '8 1 main'],
  },
  rust: {
    code: 'pub(crate) struct S;\n\nimpl<T> From<T> for S {\n    pub async fn go(&self) { run() }\n}\n\nmacro_rules! m { () => {} }\n',
    names: ['1 1 S', '3 1 impl<T> From<T> for S', '4 2 go', '7 1 m'],
  },
  java: {
    code: 'public class A extends B {\n  public A(int x) {\n    super(x);\n  }\n\n  private <T> List<T> all(Class<T> of) throws E {\n    return find(of);\n  }\n}\n\nrecord R(int a) {}\n',
    names: ['1 1 A', '2 2 A', '6 2 all', '11 1 R'],
  },
  csharp: {
    code: 'namespace Shelf.Files {\n  public sealed record struct Id(int X);\n  public async Task<int> Go(int x) {\n    Run(x);\n  }\n}\n',
    names: ['1 1 Shelf.Files', '2 2 Id', '3 2 Go'],
  },
  c: {
    code: 'struct point {\n  int x;\n};\n\nstatic const char *name_of(int x)\n{\n  return run(x);\n}\n\nint\nmain(void)\n{\n}\n\nvoid later(void);\nMODULE_LICENSE("GPL")\n',
    names: ['1 1 point', '5 1 name_of', '11 1 main'],
  },
  cpp: {
    code: 'namespace shelf {\nclass File : public Base {\n public:\n  int size() const {\n    return run(1);\n  }\n};\n\nint File::count(int x) {\n}\n}\n',
    names: ['1 1 shelf', '2 1 File', '4 2 size', '9 1 File::count'],
  },
  php: {
    code: '<?php\nfinal class A {\n  public static function go($x) {\n    run($x);\n  }\n}\n',
    names: ['2 1 A', '3 2 go'],
  },
  ruby: {
    code: 'module M\n  class A < B\n    def ready?\n      run(1)\n    end\n\n    def self.make; end\n  end\nend\n',
    names: ['1 1 M', '2 2 A', '3 3 ready?', '7 3 self.make'],
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
  powershell: { code: 'function Get-It {\n  run\n}\n', names: ['1 1 Get-It'] },
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
    expect(await outlineOf('typescript', '/*\nfunction no() {\n*/\nconst x = `\nclass Neither {\n`\n')).toEqual([])
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
