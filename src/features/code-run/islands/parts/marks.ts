import type { EditorMark } from '#browser/editor-marks.ts'
import type { Finding } from '#browser/python/messages.ts'
import { refusedImports } from '../../imports.ts'
import { ALLOWED_IMPORTS } from '../../limits.ts'
import type { RunWords } from '../../messages.ts'

/** Marks the imports that the server would refuse. */
export function importMarks(t: RunWords, code: string): EditorMark[] {
  return refusedImports(code, ALLOWED_IMPORTS).map(({ name, line, column }) => ({
    line,
    column,
    endLine: line,
    endColumn: column + name.length,
    kind: 'warn',
    words: t.importRefused(name),
  }))
}

export function findingMarks(findings: readonly Finding[]): EditorMark[] {
  return findings.map(({ message, line, column, endLine, endColumn }) => {
    return { line, column, endLine, endColumn, kind: 'error', words: message }
  })
}
