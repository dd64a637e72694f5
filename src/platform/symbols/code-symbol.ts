import type { SymbolKind } from '#base/symbol.ts'

/** A definition in code. Lines are counted from 1, as `splitLines` counts them. */
export type CodeSymbol = {
  kind: SymbolKind
  /** Without its container: `count` of `File::count`. */
  name: string
  /** How the source writes it, where that says more: `File::count`, `impl From<T> for S`. */
  label: string
  /** The names around it, joined by dots in every language: `shelf.File`. Null at the top. */
  container: string | null
  /** The definition without its body, on one line. */
  signature: string
  /** The line of its name. */
  line: number
  /** With its decorators or attributes. */
  firstLine: number
  lastLine: number
  /** How many symbols of the file enclose it. */
  depth: number
  /** Equal for equal bodies, whatever their name and their indentation. */
  bodyHash: string
}

/**
 * `stopped`: the text is too large, or the parser used up its time or its memory, or no thread was free. `symbols` are in the order of the text,
 * and each stands behind those that enclose it.
 */
export type Symbols =
  | { kind: 'symbols'; symbols: readonly CodeSymbol[] }
  | { kind: 'no-grammar' }
  | { kind: 'stopped'; why: 'size' | 'time' | 'memory' | 'busy' }
