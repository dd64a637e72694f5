import { codeOutline } from '../src/features/viewer/code-outline.ts'
const units = [
  'a ',
  'a',
  '* ',
  'public ',
  '<',
  '<a',
  'a<',
  'a::',
  'a.',
  '(',
  'const a: ',
  'pub(a) ',
  '  ',
  '\t',
  'a,b<',
  'a*&',
  'create or replace ',
  'impl ',
  ': ',
  'export ',
  'a b<c>',
]
for (const g of 'bash c cpp csharp dart elixir go java javascript kotlin lua makefile perl pgsql php powershell python r ruby rust scala sql swift typescript'.split(
  ' ',
)) {
  let worst = 0,
    w = ''
  for (const a of units)
    for (const b of ['', 'function ', 'const x', 'type a', 'a(', 'func ('])
      for (const c of ['', '(', ';', '{', '=', '!']) {
        const line = (b + a.repeat(300)).slice(0, 299) + c
        const t = performance.now()
        for (let i = 0; i < 20; i++) codeOutline([line], g)
        const ms = (performance.now() - t) / 20
        if (ms > worst) {
          worst = ms
          w = JSON.stringify(b + '|' + a + '|' + c)
        }
      }
  console.log(g, worst.toFixed(3), 'ms', w)
}
