import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The classes and ids, such as `.note` and `#code`, that an element and those around it need for one rule to apply. */
export type Rule = { selector: string; names: string[] }

/** Every rule of a sheet and of those that it imports. */
export function readRules(path: string): Rule[] {
  return selectorsOf(withImports(path))
    .flatMap(variants)
    .map((selector) => ({ selector, names: namesIn(selector) }))
}

function withImports(path: string): string {
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return text.replaceAll(/@import '(.+?)'[^;]*;/g, (_, imported: string) => withImports(join(dirname(path), imported)))
}

/** Nested rules are written out. Frames of an animation and fonts have no selectors. */
function selectorsOf(css: string): string[] {
  const found: string[] = []
  const around: string[][] = [['']]
  let text = ''
  for (const char of css.replaceAll(/url\([^)]*\)/g, '')) {
    if (char === '{') {
      const own = nest(text.trim(), around.at(-1) ?? [])
      around.push(own)
      if (!text.trim().startsWith('@')) found.push(...own)
      text = ''
    } else if (char === '}') {
      around.pop()
      text = ''
    } else text = char === ';' ? '' : text + char
  }
  return found
}

function nest(prelude: string, outer: readonly string[]): string[] {
  if (/^@(keyframes|font-face)/.test(prelude)) return []
  if (prelude.startsWith('@')) return [...outer]
  return outer.flatMap((parent) =>
    splitList(prelude).map((own) => (own.includes('&') ? own.replaceAll('&', parent) : `${parent} ${own}`)),
  )
}

function splitList(list: string): string[] {
  let depth = 0
  const parts = ['']
  for (const char of list) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0
    if (char === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${char}`)
  }
  return parts
}

/** `:is(a, b) c` is `a c` and `b c`. What `:not()` names need not be there. */
function variants(selector: string): string[] {
  const [all = '', kind = '', inner = ''] =
    /:(is|where|not)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/.exec(selector) ?? []
  if (all === '') return [selector]
  const each = kind === 'not' ? [''] : splitList(inner)
  return each.flatMap((one) => variants(selector.replace(all, () => one)))
}

function namesIn(selector: string): string[] {
  return selector.match(/[.#][a-zA-Z][\w-]*/g) ?? []
}
