/**
 * Writes the tables that language detection and highlighting look things up in:
 *   src/base/language/table.ts      from linguist-languages (a quarter of its 833 languages)
 *   src/base/highlight/grammars.ts from highlight.js (grammars that are loaded when first needed)
 * Run `node tools/languages.ts` after either package is updated; the results are checked in.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as linguist from 'linguist-languages'
import { GRAMMAR_OF, NO_LANGUAGE, PRIORITY, WITHOUT_GRAMMAR } from './languages-choice.ts'

type Language = {
  name: string
  color?: string
  aliases?: readonly string[]
  extensions?: readonly string[]
  filenames?: readonly string[]
  interpreters?: readonly string[]
}
type Row = { language: Language; grammar: string | null }

// Both entries fill the same registry, so the common ones are listed before the rest is loaded.
const eager = new Set((await import('highlight.js/lib/common')).default.listLanguages())
const hljs = (await import('highlight.js')).default
const root = join(import.meta.dirname, '..')
const all: readonly Language[] = Object.values(linguist)
const grammars = grammarsByAlias()

writeFileSync(join(root, 'src/base/language/table.ts'), languageTable())
writeFileSync(join(root, 'src/base/highlight/grammars.ts'), grammarTable())

function grammarsByAlias(): Map<string, string> {
  const found = new Map<string, string>()
  for (const id of hljs.listLanguages()) found.set(id, id)
  for (const id of hljs.listLanguages()) {
    for (const alias of hljs.getLanguage(id)?.aliases ?? []) if (!found.has(alias)) found.set(alias.toLowerCase(), id)
  }
  return found
}

function grammarOf(language: Language): string | null {
  const chosen = GRAMMAR_OF[language.name]
  if (chosen !== undefined) return chosen
  const names = [language.name, ...(language.aliases ?? [])].map((name) => name.toLowerCase())
  for (const name of names) {
    const id = grammars.get(name)
    if (id) return id
  }
  return null
}

function worthHaving(language: Language): Row[] {
  if (NO_LANGUAGE.includes(language.name)) return []
  const grammar = grammarOf(language)
  return grammar || WITHOUT_GRAMMAR.includes(language.name) ? [{ language, grammar }] : []
}

function languageTable(): string {
  const rows = all.flatMap(worthHaving)
  checkNames(rows)
  const owners = extensionOwners(rows)
  const lines = rows.map(({ language, grammar }) =>
    [
      language.name,
      language.color?.slice(1).toLowerCase() ?? '',
      language.name === 'Text' ? '' : (grammar ?? ''),
      (language.extensions ?? [])
        .filter((ext) => owners.get(ext.toLowerCase()) === language.name)
        .map(bare)
        .join(','),
      (language.filenames ?? []).join(','),
      (language.interpreters ?? []).join(','),
    ].join('|'),
  )
  return `${head('linguist-languages')}
/** One language a line: name | colour | highlight.js id | extensions | file names | interpreters. */
export const LANGUAGE_TABLE = \`
${lines.join('\n')}
\`
`
}

/** A name in our lists that the package does not know is a typing mistake, or was renamed by an update. */
function checkNames(rows: Row[]): void {
  const known = new Set(rows.map((row) => row.language.name))
  const wanted = [...Object.keys(GRAMMAR_OF), ...WITHOUT_GRAMMAR, ...Object.values(PRIORITY)]
  const missing = wanted.filter((name) => !known.has(name))
  if (missing.length > 0) throw new Error(`Not a language of the table: ${missing.join(', ')}`)
}

/** Each extension belongs to one language: by our list, else to the one that names it first. */
function extensionOwners(rows: Row[]): Map<string, string> {
  const claims = new Map<string, Language[]>()
  for (const { language } of rows) {
    for (const ext of language.extensions ?? []) {
      const key = ext.toLowerCase()
      const others = claims.get(key) ?? []
      if (!others.includes(language)) claims.set(key, [...others, language])
    }
  }
  const open: string[] = []
  const owners = new Map<string, string>()
  for (const [ext, languages] of claims) {
    const owner = ownerOf(ext, languages)
    if (owner) owners.set(ext, owner)
    else open.push(`${ext} (${languages.map((language) => language.name).join(', ')})`)
  }
  if (open.length > 0) throw new Error(`Say in languages-choice.ts which language owns: ${open.join('; ')}`)
  return owners
}

function ownerOf(ext: string, languages: Language[]): string | null {
  const chosen = PRIORITY[bare(ext)]
  if (chosen) return chosen
  if (languages.length === 1) return languages[0]?.name ?? null
  const primary = languages.filter((language) => language.extensions?.[0]?.toLowerCase() === ext)
  return primary.length === 1 ? (primary[0]?.name ?? null) : null
}

function bare(ext: string): string {
  return ext.slice(1).toLowerCase()
}

function grammarTable(): string {
  const ids = hljs.listLanguages().filter((id) => !eager.has(id))
  const loads = ids.map((id) => `  ${quoted(id)}: () => import('highlight.js/lib/languages/${id}'),`)
  const aliases = [...grammars].filter(([alias, id]) => alias !== id && !eager.has(id) && /^[\w.#+-]+$/.test(alias))
  return `${head('highlight.js')}
import type { LanguageFn } from 'highlight.js'

/** Grammars beyond the common ones, each loaded when a file first needs it. */
export const GRAMMARS: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
${loads.join('\n')}
}

/** \`alias:id\`, as people write them after a code fence. */
export const GRAMMAR_ALIASES = \`
${aliases
  .map(([alias, id]) => `${alias}:${id}`)
  .join(' ')
  .replaceAll(/(.{100}\S*) /g, '$1\n')}
\`
`
}

function quoted(id: string): string {
  return /^[a-z]\w*$/.test(id) ? id : `'${id}'`
}

function head(source: string): string {
  return `// Generated by tools/languages.ts from ${source}: change that file and run it, not this one.
/* oxlint-disable max-lines */
`
}
