/** The grammar that reads each language, by its name in `@vscode/tree-sitter-wasm`. Dialects are here where their own syntax costs no symbol. */
const GRAMMARS = {
  C: 'cpp',
  'C#': 'c-sharp',
  'C++': 'cpp',
  CSS: 'css',
  Cuda: 'cpp',
  Go: 'go',
  HLSL: 'cpp',
  Java: 'java',
  JavaScript: 'javascript',
  Metal: 'cpp',
  OpenCL: 'cpp',
  PHP: 'php',
  PostCSS: 'css',
  PowerShell: 'powershell',
  Python: 'python',
  Ruby: 'ruby',
  Rust: 'rust',
  Shell: 'bash',
  Starlark: 'python',
  TSX: 'tsx',
  TypeScript: 'typescript',
} as const

export type GrammarName = (typeof GRAMMARS)[keyof typeof GRAMMARS]

const byLanguage: ReadonlyMap<string, GrammarName> = new Map(Object.entries(GRAMMARS))

/** Null where only patterns can find definitions, or nothing can. */
export function grammarOf(language: string): GrammarName | null {
  return byLanguage.get(language) ?? null
}

/** What the build copies beside the program. */
export const GRAMMAR_NAMES: ReadonlySet<GrammarName> = new Set(byLanguage.values())
