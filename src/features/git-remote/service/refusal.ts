import { Problem } from '#platform/problem.ts'

/** The same problem, which says where in the push it is. */
export function naming(error: unknown, fileName: string, commit: string): unknown {
  return error instanceof Problem ? error.with({ file_name: fileName, commit }) : error
}

const HASH_CHARS = 8

/** What git shows after `remote: `. */
export function refusalLines({ words, context }: Problem, locale: 'he' | 'en'): string[] {
  const { file_name: fileName, commit } = context
  const where = typeof commit === 'string' ? ` (${commit.slice(0, HASH_CHARS)})` : ''
  return [typeof fileName === 'string' ? `${fileName}: ${words[locale]}${where}` : words[locale]]
}
