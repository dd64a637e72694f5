import { truncateChars } from '#base/text.ts'

export const PRIMER_BYTES = 24 * 1024

export type Library = {
  total: number
  languages: readonly { name: string; n: number }[]
  tags: readonly { name: string; n: number }[]
  recent: readonly { fileName: string; language: string }[]
  boards: readonly string[]
}

/** For agents that read the primer without an MCP connection. */
const TOOLS = '# Tools\n\nMCP over Streamable HTTP at /mcp, with the same token.'

/** The text an agent reads first: the user's instructions, then an overview of the library. Null when both are empty. */
export function primerOf(instructions: string, library: Library): string | null {
  const parts = [instructions.trim() === '' ? null : `# Instructions\n\n${instructions}`, summaryOf(library)]
  const present = parts.filter((part) => part !== null)
  return present.length === 0 ? null : fitBytes(`${[...present, TOOLS].join('\n\n')}\n`)
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

/** Cuts at a character boundary and appends a line that marks the cut. */
function fitBytes(text: string): string {
  if (encoder.encode(text).length <= PRIMER_BYTES) return text
  const end = '\n[cut: ask for the rest with the list and search tools]\n'
  let chars = PRIMER_BYTES
  let start = text
  while (encoder.encode(start).length > PRIMER_BYTES - encoder.encode(end).length) {
    chars = Math.floor(chars * 0.9)
    start = truncateChars(text, chars)
  }
  return start + end
}
