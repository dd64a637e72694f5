/** An imported module; columns start at 1. */
export type Import = { name: string; line: number; column: number }

const IMPORT = /^(\s*)import\s+(.+)$/
const FROM = /^(\s*from\s+)([\w.]+)\s+import\b/

/**
 * Finds imports line by line, which suffices to underline them while typing. The sandbox uses Python's own parser, which also
 * recognises strings.
 */
export function importsIn(code: string): Import[] {
  return code.split('\n').flatMap((text, index) => {
    const line = index + 1
    const from = FROM.exec(text)
    if (from) return [{ name: from[2] ?? '', line, column: (from[1]?.length ?? 0) + 1 }]
    const many = IMPORT.exec(text.replace(/#.*/, ''))
    if (!many) return []
    const start = text.indexOf(many[2] ?? '', (many[1]?.length ?? 0) + 'import'.length)
    return [...(many[2] ?? '').matchAll(/(?:^|,)\s*([\w.]+)/g)].map((match) => {
      const name = match[1] ?? ''
      return { name, line, column: start + match.index + match[0].length - name.length + 1 }
    })
  })
}

export function refusedImports(code: string, allowed: readonly string[]): Import[] {
  const known = new Set([...allowed, '__future__'])
  return importsIn(code).filter(({ name }) => !known.has(name.split('.')[0] ?? ''))
}
