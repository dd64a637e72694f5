import { initSync, PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-web'
import type { Finding } from './messages.ts'

export type Ruff = { format: (code: string) => string; check: (code: string) => Finding[] }

type Position = { row: number; column: number }
type Diagnostic = { code: string | null; message: string; start_location: Position; end_location: Position }

/** Errors, undefined names and unused imports; style is left to the formatter. */
const OPTIONS = {
  'line-length': 100,
  'target-version': 'py311',
  lint: { select: ['E4', 'E7', 'E9', 'F', 'B', 'PLE'] },
}

export function startRuff(wasm: ArrayBuffer): Ruff {
  initSync({ module: wasm })
  const workspace = new Workspace(OPTIONS, PositionEncoding.Utf16)
  return {
    format: (code) => workspace.format(code),
    check: (code) => (workspace.check(code) as Diagnostic[]).map(toFinding),
  }
}

function toFinding({ code, message, start_location: start, end_location: end }: Diagnostic): Finding {
  return { line: start.row, column: start.column, endLine: end.row, endColumn: end.column, code: code ?? '', message }
}
