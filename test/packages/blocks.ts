import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Block = { document: string; heading: string; language: string; text: string }

const DOCS = join(import.meta.dirname, '../../docs')

/** The code blocks of a document, each with the heading above it. */
export function blocksOf(document: string): Block[] {
  const parts = readFileSync(join(DOCS, document), 'utf8').split(/^(#+ .*|```[^]*?^```)$/m)
  let heading = ''
  return parts.flatMap((part) => {
    if (/^#+ /.test(part)) heading = part.replace(/^#+ /, '')
    const [, language = '', text] = /^```(\w*)\n([^]*)```$/.exec(part) ?? []
    return text === undefined ? [] : [{ document, heading, language, text }]
  })
}

/** The commands of one section, in their order, for a test to run. */
export function commandsIn(document: string, heading: string): string[] {
  const found = blocksOf(document).filter((block) => block.heading === heading && block.language === 'sh')
  if (found.length === 0) throw new Error(`${document} has no commands under "${heading}"`)
  return found.map((block) => block.text)
}

/** A settings file that a section shows. */
export function fileIn(document: string, heading: string, language: string): string {
  const found = blocksOf(document).find((block) => block.heading === heading && block.language === language)
  if (found === undefined) throw new Error(`${document} shows no ${language} under "${heading}"`)
  return found.text
}
