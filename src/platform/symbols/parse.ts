import type { Parser, Tree } from 'web-tree-sitter'
import { type TextSource, textOf } from '../db/body-codec.ts'
import { collectSymbols } from './collect.ts'
import { type GrammarName, grammarOf } from './languages.ts'
import type { Symbols } from './code-symbol.ts'
import { type ParseTime, startTimer } from './parse-time.ts'
import { abandonParser, withParser } from './wasm.ts'

/** The parser needs up to 200 bytes of memory for each. */
const LARGEST_TEXT = 2 * 1024 * 1024
const PARSE_TIME: ParseTime = { cpuMs: 1_500, elapsedMs: 3_000 }

export async function parseSource(language: string, source: TextSource): Promise<Symbols> {
  return parseSymbols(language, textOf(source))
}

/** The work of `symbolsOf`, for tasks that run in a thread already and hold the text. It blocks its thread: never call it while answering a request. */
export async function parseSymbols(language: string, text: string, time = PARSE_TIME): Promise<Symbols> {
  const grammar = grammarOf(language)
  if (grammar === null) return { kind: 'no-grammar' }
  if (text.length > LARGEST_TEXT) return { kind: 'stopped', why: 'size' }
  // The parser counts rows by LF only. The replacement has the same length, so that offsets stay valid.
  const code = text.replaceAll(/\r(?!\n)/g, '\n')
  const parsed = await withParser(grammar, (parser): Symbols => {
    // The tree reads the names of its nodes from here too: from what was written, once it is parsed.
    let input = LATIN_ONLY.has(grammar) ? inLatin(code) : code
    const tree = parseWithin(parser, (from) => input.slice(from), time)
    input = code
    if (!tree) {
      abandonParser()
      return { kind: 'stopped', why: 'time' }
    }
    const symbols = collectSymbols(tree.rootNode, grammar, code)
    tree.delete()
    return { kind: 'symbols', symbols }
  })
  return parsed ?? { kind: 'stopped', why: 'memory' }
}

/** Grammars whose names have only Latin letters: a class name in Hebrew would be an error that swallows the rules around it. */
const LATIN_ONLY: ReadonlySet<GrammarName> = new Set(['css', 'powershell'])

/** Of the same length. Typographic quotes and dashes stay: PowerShell reads them as plain ones. */
function inLatin(code: string): string {
  return code.replaceAll(/[\u0080-\u200f\u2020-\uffff]/g, 'x')
}

/** Null when the time is up. */
function parseWithin(parser: Parser, read: (from: number) => string, time: ParseTime): Tree | null {
  return parser.parse(read, null, { progressCallback: startTimer(time) })
}
