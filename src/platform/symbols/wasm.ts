import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Language, Parser } from 'web-tree-sitter'
import type { GrammarName } from './languages.ts'

const PAGE_BYTES = 64 * 1024
/** The parser imports at least this much. */
const FIRST_PAGES = 512
/** A thread's limit on its heap does not count the memory of WebAssembly. */
const MAX_BYTES = 256 * 1024 * 1024
/** Memory of WebAssembly never shrinks, and a loaded grammar cannot be unloaded: a thread with more than this is replaced. */
const KEPT_BYTES = 64 * 1024 * 1024
const KEPT_GRAMMARS = 8

type Runtime = { Parser: typeof Parser; Language: typeof Language; memory: WebAssembly.Memory }

// One per thread: the module of the parser is a singleton.
let runtime: Promise<Runtime> | null = null
let usedBytes = 0
let wasStopped = false
const loaded = new Map<GrammarName, Promise<Language>>()

/** Whether the thread should be replaced after its task. */
export function isWorn(): boolean {
  return wasStopped || usedBytes > KEPT_BYTES || loaded.size > KEPT_GRAMMARS
}

/**
 * A parser that stopped in the middle of its work is never used again, nor is its memory: after a cancelled parse, even deleting the parser and making a new
 * one fails for some texts.
 */
export function abandonParser(): void {
  wasStopped = true
}

function isAbandoned(): boolean {
  return wasStopped
}

/** Calls `use` with a parser of the grammar; null when the parser ran out of memory, or was abandoned before. */
export async function withParser<T>(grammar: GrammarName, use: (parser: Parser) => T): Promise<T | null> {
  const { Parser: ParserClass, Language: LanguageClass, memory } = await (runtime ??= start())
  if (isAbandoned()) return null
  const language = loaded.get(grammar) ?? readGrammar(grammar).then((bytes) => LanguageClass.load(bytes))
  loaded.set(grammar, language)
  try {
    const parser = new ParserClass()
    parser.setLanguage(await language)
    const result = use(parser)
    if (!isAbandoned()) parser.delete()
    return result
  } catch (error) {
    if (!isExhausted(error)) throw error
    abandonParser()
    return null
  } finally {
    usedBytes = memory.buffer.byteLength
  }
}

/** The parser aborts without memory; a RangeError is a stack overflow. */
function isExhausted(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError
}

async function start(): Promise<Runtime> {
  const { Parser: ParserClass, Language: LanguageClass } = await import('web-tree-sitter')
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_BYTES / PAGE_BYTES })
  await ParserClass.init({
    wasmMemory: memory,
    wasmBinary: await readFile(pathOf('web-tree-sitter', 'web-tree-sitter.wasm')),
    // It would write to the log that it is out of memory.
    printErr: () => undefined,
  })
  return { Parser: ParserClass, Language: LanguageClass, memory }
}

function readGrammar(name: GrammarName): Promise<Uint8Array> {
  return readFile(pathOf('@vscode/tree-sitter-wasm/package.json', `wasm/tree-sitter-${name}.wasm`))
}

/** The build copies the files beside the program; from the sources they are found in their packages. */
function pathOf(inPackage: string, file: string): string {
  const built = join(import.meta.dirname, 'grammars', file.replace('wasm/', ''))
  return existsSync(built) ? built : join(dirname(createRequire(import.meta.url).resolve(inPackage)), file)
}
