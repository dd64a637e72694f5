import { cutChars } from '#base/text.ts'

export const PRIMER_BYTES = 24 * 1024

export type Library = {
  total: number
  languages: readonly { name: string; n: number }[]
  tags: readonly { name: string; n: number }[]
  recent: readonly { fileName: string; language: string }[]
  boards: readonly string[]
}

/** For whoever got here without them. */
const TOOLS = '# Tools\n\nMCP over Streamable HTTP at /mcp, with the same token.'

/** What an agent is told first: the person's own words, then what the library holds. Null when there is nothing to tell. */
export function primerOf(instructions: string, library: Library): string | null {
  const parts = [instructions.trim() === '' ? null : `# Instructions\n\n${instructions}`, summaryOf(library)]
  const said = parts.filter((part) => part !== null)
  return said.length === 0 ? null : fitBytes(`${[...said, TOOLS].join('\n\n')}\n`)
}

function summaryOf({ total, languages, tags, recent, boards }: Library): string | null {
  if (total === 0 && boards.length === 0) return null
  const counted = (list: Library['tags']) => list.map(({ name, n }) => `${name} (${n})`).join(', ')
  const lines = [
    `# Library`,
    '',
    `${total} files.`,
    ...(languages.length > 0 ? [`Languages: ${counted(languages)}.`] : []),
    ...(tags.length > 0 ? [`Tags: ${counted(tags)}.`] : []),
    ...(boards.length > 0 ? [`Boards: ${boards.join(', ')}.`] : []),
    ...(recent.length > 0
      ? ['', 'Saved lately:', ...recent.map((file) => `- ${file.fileName} (${file.language})`)]
      : []),
  ]
  return lines.join('\n')
}

const encoder = new TextEncoder()

/** Whole letters, and a last line that says that it was cut. */
function fitBytes(text: string): string {
  if (encoder.encode(text).length <= PRIMER_BYTES) return text
  const end = '\n[cut: ask for the rest with the list and search tools]\n'
  let chars = PRIMER_BYTES
  let start = text
  while (encoder.encode(start).length > PRIMER_BYTES - encoder.encode(end).length) {
    chars = Math.floor(chars * 0.9)
    start = cutChars(text, chars)
  }
  return start + end
}
