import { splitPath } from '#features/files/path.ts'
import type { Parsed, SourceFile } from '../source.ts'
import { readFrontMatter } from './front-matter.ts'
import { addItem, nothing } from './item.ts'
import { type JsonRecord, textAt } from './values.ts'

/** Any text file, as it is. */
export function parsePlainFile({ path, text }: SourceFile): Parsed {
  const parsed = nothing()
  const { folder, fileName: name } = splitPath(path)
  addItem(parsed, { key: path, path, folder, name, text })
  return parsed
}

/** The same, with the tags above a Markdown document. The text keeps them: it stays byte for byte. */
export function parseMarkdownFile({ path, text }: SourceFile): Parsed {
  const properties = /\.(md|markdown)$/i.test(path) ? (readFrontMatter(text)?.properties ?? {}) : {}
  const parsed = nothing()
  const { folder, fileName: name } = splitPath(path)
  addItem(parsed, {
    key: path,
    path,
    folder,
    name,
    text,
    tags: tagsOf(properties),
    description: textAt(properties, 'description'),
  })
  return parsed
}

/** Obsidian reads `tags` and `tag`, each a list or one text with spaces or commas between the tags. */
function tagsOf(properties: JsonRecord): string[] {
  return ['tags', 'tag'].flatMap((key) => {
    const value = properties[key]
    if (typeof value === 'string') return value.split(/[\s,]+/)
    // YAML reads a year as a number.
    return Array.isArray(value) ? value.filter((tag) => tag !== null && typeof tag !== 'object').map(String) : []
  })
}
