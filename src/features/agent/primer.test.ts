import { describe, expect, test } from 'vitest'
import { PRIMER_BYTES, primerOf } from './primer.ts'

const empty = { total: 0, languages: [], tags: [], recent: [], boards: [] }

describe('agent primer', () => {
  test('is null without instructions and files', () => {
    expect(primerOf(' \n', empty)).toBeNull()
  })

  test('holds the user’s instructions verbatim, then an overview of the library', () => {
    const library = {
      total: 2,
      languages: [{ name: 'Python', n: 2 }],
      tags: [{ name: 'כספים', n: 1 }],
      recent: [{ fileName: 'a.py', language: 'Python' }],
      boards: ['השבוע'],
    }
    expect(primerOf('לענות בעברית.  ', library)).toBe(
      '# Instructions\n\nלענות בעברית.  \n\n# Library\n\n2 files.\nLanguages: Python (2).\nTags: כספים (1).\nBoards: השבוע.\n\nSaved lately:\n- a.py (Python)\n\n# Tools\n\nMCP over Streamable HTTP at /mcp, with the same token.\n',
    )
  })

  test('is cut to 24 KB at a character boundary and marked as cut', () => {
    const tags = Array.from({ length: 3_000 }, (_, i) => ({ name: `תגית-${i}`, n: i }))
    const text = primerOf('x', { ...empty, total: 1, tags }) ?? ''
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(PRIMER_BYTES)
    expect(text).toMatch(/\[cut: .*\]\n$/)
    expect(text).not.toContain('\uFFFD')
  })
})
