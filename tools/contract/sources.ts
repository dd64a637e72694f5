import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { ESTree } from 'rolldown/utils'
import { type Import, readSource, type Source, type Span } from './source.ts'

/** A name, and the module that declares it. */
export type Declared = { source: Source; name: string }

export type Sources = {
  all: readonly Source[]
  /** What a name means in a module. */
  find: (source: Source, name: string) => Declared | null
  /** What runs when the code of a span runs: every declaration that it uses, and those that they use. */
  reach: (source: Source, span: Span) => Set<Declared>
  /** The value of a constant, computed from its source: numbers, and objects of numbers. */
  value: (declared: Declared) => Value | null
}

export type Value = number | { [key: string]: Value }

/** The modules of the server as they are written, and what uses what. */
export function readSources(files: readonly string[] = serverFiles()): Sources {
  const all = files.map((path) => readSource(path, readFileSync(path, 'utf8')))
  return linkSources(all)
}

function serverFiles(): string[] {
  return globSync('src/**/*.{ts,tsx}')
    .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
    .toSorted()
}

export function linkSources(all: readonly Source[]): Sources {
  const links = new Links(all)
  return {
    all,
    find: (source, name) => links.find(source, name, null),
    reach: (source, span) => links.reach(source, span),
    value: (declared) => links.value(declared),
  }
}

class Links {
  readonly #byPath: Map<string, Source>
  readonly #known = new Map<string, Declared>()
  readonly #uses = new Map<Declared, readonly Declared[]>()

  constructor(all: readonly Source[]) {
    this.#byPath = new Map(all.map((source) => [source.path, source]))
  }

  reach(source: Source, span: Span): Set<Declared> {
    const reached = new Set<Declared>()
    const rest = [...this.#usedIn(source, span)]
    for (let next = rest.pop(); next; next = rest.pop()) {
      if (reached.has(next)) continue
      reached.add(next)
      rest.push(...this.#usedBy(next))
    }
    return reached
  }

  value({ source, name }: Declared): Value | null {
    const expression = source.values.get(name)
    return expression ? this.#evaluate(source, expression) : null
  }

  #usedBy(declared: Declared): readonly Declared[] {
    const known = this.#uses.get(declared)
    if (known) return known
    const span = declared.source.declarations.get(declared.name)
    const uses = span ? this.#usedIn(declared.source, span) : []
    this.#uses.set(declared, uses)
    return uses
  }

  #usedIn(source: Source, { start, end }: Span): Declared[] {
    return source.references.flatMap((reference) => {
      if (reference.start < start || reference.start >= end) return []
      const declared = this.find(source, reference.name, reference.member)
      return declared ? [declared] : []
    })
  }

  /** What a name means in a module; of a namespace, what its member means. */
  find(source: Source, name: string, member: string | null): Declared | null {
    if (source.declarations.has(name)) return this.#declared(source, name)
    const imported = source.imports.get(name)
    return imported ? this.#follow(source, imported, member) : null
  }

  #follow(source: Source, { from, name }: Import, member: string | null): Declared | null {
    const target = this.#byPath.get(resolve(source.path, from))
    const wanted = name ?? member
    return target && wanted !== null ? this.#exported(target, wanted, name === null ? null : member) : null
  }

  #exported(source: Source, name: string, member: string | null): Declared | null {
    if (source.declarations.has(name)) return this.#declared(source, name)
    const forward = source.forwards.get(name) ?? source.imports.get(name)
    if (forward) return this.#follow(source, forward, member)
    for (const from of source.forwardsAll) {
      const found = this.#follow(source, { from, name }, member)
      if (found) return found
    }
    return null
  }

  /** One object for each, so that sets know it again. */
  #declared(source: Source, name: string): Declared {
    const key = `${source.path}#${name}`
    const declared = this.#known.get(key) ?? { source, name }
    this.#known.set(key, declared)
    return declared
  }

  #evaluate(source: Source, node: ESTree.Expression): Value | null {
    if (node.type === 'Literal') return typeof node.value === 'number' ? node.value : null
    if (node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression')
      return this.#evaluate(source, node.expression)
    if (node.type === 'BinaryExpression' && node.left.type !== 'PrivateIdentifier')
      return compute(node.operator, this.#evaluate(source, node.left), this.#evaluate(source, node.right))
    if (node.type === 'Identifier') return this.#valueOf(source, node.name, null)
    if (node.type === 'MemberExpression') return this.#member(source, node)
    return node.type === 'ObjectExpression' ? this.#object(source, node) : null
  }

  #member(source: Source, { object, property, computed }: ESTree.MemberExpression): Value | null {
    if (computed || property.type !== 'Identifier' || object.type !== 'Identifier') return null
    const value = this.#valueOf(source, object.name, property.name)
    return typeof value === 'object' && value !== null ? (value[property.name] ?? null) : value
  }

  #object(source: Source, { properties }: ESTree.ObjectExpression): Value | null {
    const entries: [string, Value][] = []
    for (const property of properties) {
      if (property.type !== 'Property' || property.computed) return null
      const key = property.key.type === 'Identifier' ? property.key.name : null
      const value = this.#evaluate(source, property.value)
      if (key === null || value === null) return null
      entries.push([key, value])
    }
    return Object.fromEntries(entries)
  }

  #valueOf(source: Source, name: string, member: string | null): Value | null {
    const declared = this.find(source, name, member)
    return declared && this.value(declared)
  }
}

function compute(operator: string, left: Value | null, right: Value | null): number | null {
  if (typeof left !== 'number' || typeof right !== 'number') return null
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return left / right
    default:
      return null
  }
}

/** `./x.ts` beside the module, and `#platform/x.ts` as package.json maps it. Anything else is a package. */
function resolve(importer: string, specifier: string): string {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.join(posix.dirname(importer), specifier) : specifier
}
