import MarkdownIt from 'markdown-it'
import { languageOfName } from '#base/language/language.ts'
import type { Parsed, SourceFile } from '../source.ts'
import { addItem, nothing, skip } from './item.ts'
import { languageNamed } from './languages.ts'

const markdown = new MarkdownIt()

/** The fenced blocks of a Markdown text, each a file. */
export function parsePaste({ path, text }: SourceFile): Parsed {
  const parsed = nothing()
  const lines = text.split(/\r\n|\n|\r/)
  const fences = markdown.parse(text, {}).filter(({ type }) => type === 'fence')
  if (fences.length === 0) parsed.skipped.push(skip(path, 'no_blocks'))
  for (const [i, { info, content, map }] of fences.entries()) {
    const language = languageNamed(/^[\w+#.-]*/.exec(info)?.[0] ?? '')
    const name = nameIn(info) ?? nameAbove(lines, map?.[0] ?? 0)
    const title = `snippet ${i + 1}`
    addItem(parsed, {
      // Two texts with the same names are not the same files.
      key: null,
      path: name ?? title,
      text: content,
      language: name === null ? language : null,
      ...(name === null ? { title } : { name }),
    })
  }
  return parsed
}

/** `js title="a.js"`, `js:lib/a.js`, `a.js`: the ways in which people name a block. */
function nameIn(info: string): string | null {
  const quoted = /(?:title|file(?:name)?|name)=["']?([^"'}]+)["']?/.exec(info)?.[1]
  return fileNameIn(quoted ?? /^[\w+#-]*:(\S+)/.exec(info)?.[1] ?? info)
}

/** A line above the block that is a file name and nothing else: a heading, bold, or code. */
function nameAbove(lines: readonly string[], fence: number): string | null {
  let at = fence - 1
  if (lines[at]?.trim() === '') at -= 1
  const line = lines[at]?.trim() ?? ''
  return fileNameIn(line.replace(/^[#>*\-\s`_]+/, '').replace(/[\s`*_:]+$/, ''))
}

function fileNameIn(words: string): string | null {
  const name = words.trim().split('/').at(-1) ?? ''
  return /^[^\s/\\]+\.[^\s/\\.]+$/.test(name) && languageOfName(name) !== null ? name : null
}
