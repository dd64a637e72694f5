import { parse } from 'yaml'
import { isRecord, type JsonRecord } from './values.ts'

/** A document and the properties above it. */
export type FrontMatter = { properties: JsonRecord; body: string }

// Sticky: without it a text of many `---` lines would be searched to its end from each of them.
const FENCED = /\ufeff?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/my

/** Null when the document has no properties, or ones that are not YAML: then it is text like any other. */
export function readFrontMatter(text: string): FrontMatter | null {
  FENCED.lastIndex = 0
  const match = FENCED.exec(text)
  if (!match) return null
  const properties = parseYaml(match[1] ?? '')
  return isRecord(properties) ? { properties, body: text.slice(match[0].length) } : null
}

function parseYaml(text: string): unknown {
  try {
    // Aliases would let a few lines grow to gigabytes. `core`: the values of JSON, so a date stays the text that was written.
    return parse(text, { maxAliasCount: 0, schema: 'core', logLevel: 'silent' })
  } catch {
    return undefined
  }
}
