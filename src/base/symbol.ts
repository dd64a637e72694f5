export const SYMBOL_KINDS = [
  'class',
  'enum',
  'function',
  'impl',
  'interface',
  'macro',
  'method',
  'module',
  'rule',
  'struct',
  'trait',
  'type',
] as const
export type SymbolKind = (typeof SYMBOL_KINDS)[number]

/** A definition in code, named without its container. */
export type SymbolName = { kind: SymbolKind; name: string }

const CALLED: ReadonlySet<SymbolKind> = new Set(['function', 'method'])

/** As programmers write it in a sentence: `total()`, `Invoice`. */
export function formatSymbol({ kind, name }: SymbolName): string {
  return CALLED.has(kind) && !name.endsWith(')') ? `${name}()` : name
}
