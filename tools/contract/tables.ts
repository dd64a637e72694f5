import { PER_MINUTE } from '#platform/http/limits.ts'
import { LIMITS } from './limits.ts'
import { type DeclaredProblem, listProblems } from './problems.ts'
import type { Source } from './source.ts'
import type { Sources, Value } from './sources.ts'
import { bytes, code, number, table } from './words.ts'

/** The generated parts of docs/contract.md, by the names of their markers. */
export function contractTables(sources: Sources): Record<string, string> {
  const problems = listProblems(sources)
  const isCommon = ({ path }: DeclaredProblem) => path.startsWith('src/platform/')
  return {
    'rate limits': rateLimits(),
    'common problems': problemTable(problems.filter(isCommon)),
    'feature problems': problemTable(problems.filter((each) => !isCommon(each))),
    limits: limitTable(sources),
  }
}

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
export function fillMarkers(page: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->\n`]
    const [start, end] = [text.indexOf(open), text.indexOf(close)]
    if (start === -1 || end < start) throw new Error(`docs/contract.md has no markers for ${name}`)
    return `${text.slice(0, start + open.length)}${part}\n${text.slice(end)}`
  }, page)
}

function rateLimits(): string {
  const rows = Object.entries(PER_MINUTE).map(([name, max]) => [code(name), number(max)])
  return table(['Class', 'Requests a minute'], rows)
}

function problemTable(problems: readonly DeclaredProblem[]): string {
  const rows = problems
    .toSorted((a, b) => compare(featureOf(a.path), featureOf(b.path)) || a.status - b.status || compare(a.code, b.code))
    .map(({ status, code: name, wire, english, fields, path }) => [
      featureOf(path),
      String(status),
      code(name),
      wire === name ? '' : code(wire),
      english,
      fields.map(code).join(', '),
    ])
  return table(['Feature', 'Status', 'Code', '`error`, if not the code', 'Message', 'More fields'], rows)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function featureOf(path: string): string {
  return /^src\/features\/([^/]+)/.exec(path)?.[1] ?? ''
}

function limitTable(sources: Sources): string {
  const rows = Object.entries(LIMITS).flatMap(([feature, constants]) =>
    Object.entries(constants).map(([name, meaning]) => {
      const source = findConstant(sources, feature, name)
      const value = sources.value({ source, name })
      if (value === null)
        throw new Error(`${source.path}: the value of ${name} is not a number or an object of numbers`)
      return [feature, meaning, valueText(name, value), `[${code(name)}](../${source.path})`]
    }),
  )
  return table(['Feature', 'Limit', 'Value', 'Constant'], rows)
}

function findConstant({ all }: Sources, feature: string, name: string): Source {
  const source = all.find(({ path, values }) => path.startsWith(`src/features/${feature}/`) && values.has(name))
  if (!source) throw new Error(`tools/contract/limits.ts: ${feature} has no constant ${name}`)
  return source
}

function valueText(name: string, value: Value): string {
  if (typeof value === 'number') return /bytes$/i.test(name) ? bytes(value) : number(value)
  return Object.entries(value)
    .map(
      ([key, inner]) =>
        `${keyText(key)} ${typeof inner === 'number' ? valueText(key, inner) : `(${valueText(key, inner)})`}`,
    )
    .join(', ')
}

/** `maxTimeoutSeconds` as `max timeout seconds`. */
function keyText(key: string): string {
  if (key === 'standard' || key === 'fallback') return 'default'
  return key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
