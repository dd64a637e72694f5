import type { Parsed, Source, SourceFile } from '../source.ts'
import { parseByteStash } from './bytestash.ts'
import { parseMarkdownFile, parsePlainFile } from './folder.ts'
import { parseGists } from './gists.ts'
import { skip } from './item.ts'
import { parseMassCode } from './masscode.ts'
import { parseMassCodeVault } from './masscode-vault.ts'
import { parseOpengist } from './opengist.ts'
import { parsePaste } from './paste.ts'
import { parseRaycast } from './raycast.ts'
import { parseSnippetsLab } from './snippetslab.ts'
import { parseVsCode } from './vscode.ts'

/** Parsers of one file each; null when the file is not of that format. */
const PARSERS: Readonly<Record<Source, (file: SourceFile, tags: ReadonlyMap<string, string>) => Parsed | null>> = {
  gists: parseGists,
  vscode: parseVsCode,
  masscode: (file, tags) => (isVaultFile(file.path) ? parseMassCodeVault(file, tags) : parseMassCode(file)),
  snippetslab: parseSnippetsLab,
  raycast: parseRaycast,
  bytestash: parseByteStash,
  markdown: parseMarkdownFile,
  opengist: parseOpengist,
  folder: parsePlainFile,
  paste: parsePaste,
}

/** What one file of the source brings. `tags`: names of tags by id, where the source keeps them in a file of their own. */
export function parseFile(source: Source, file: SourceFile, tags: ReadonlyMap<string, string> = new Map()): Parsed {
  return PARSERS[source](file, tags) ?? { items: [], skipped: [skip(file.path, 'unknown_format')] }
}

function isVaultFile(path: string): boolean {
  return /\.(md|ya?ml)$/.test(path) || path.includes('.masscode/')
}

/** In this order: the more a format demands of a file, the earlier it is tried. */
const COLLECTIONS = ['snippetslab', 'bytestash', 'masscode', 'opengist', 'gists', 'raycast', 'vscode'] as const

/** The program that wrote a JSON file; null when no format fits. */
export function detectCollection(file: SourceFile): Source | null {
  return COLLECTIONS.find((source) => PARSERS[source](file, new Map()) !== null) ?? null
}

/** Files that may hold many snippets, and so may be larger than a file here. */
export function isCollection(path: string): boolean {
  return /\.(json|code-snippets)$/i.test(path)
}
