/**
 * The words of a Markdown text without its syntax, for previews that are one line: reminders, notifications and names of notes. Not
 * a parser, which would be too large for the script of a file's page; a test compares it with the parsed note.
 */
export function plainText(markdown: string, maxChars = MAX_CHARS): string {
  return [...plainLines(markdown.slice(0, maxChars))].join('\n')
}

/** The first line that has words. */
export function firstPlainLine(markdown: string): string {
  for (const line of plainLines(markdown)) if (line !== '') return line
  return ''
}

/** Much more than a preview shows: patterns that look for the end of a mark take quadratic time. */
const MAX_CHARS = 2_000
const MAX_LINE_CHARS = 500

function* plainLines(markdown: string): Generator<string> {
  let fence: string | null = null
  for (const [line] of markdown.matchAll(/[^\r\n]+/g)) {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null
      else yield line.slice(0, MAX_LINE_CHARS).trim()
    } else if (mark !== undefined) fence = mark
    else yield plainLine(line.slice(0, MAX_LINE_CHARS))
  }
}

/** No backtick after the opening ones: that would be code in one line. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const RULE = /^\s*(?:([-*_])(?:\s*\1){2,}|\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?)\s*$/
const BLOCK_MARKS = /^(?:\s*(?:>|(?:[-*+]|\d{1,9}[.)]|#{1,6})(?=\s|$)))+\s*|^\s+/
const CHECKBOX = /^\s*(?:[>\s]*)[-*+]\s+\[[ xX]\](?:\s|$)/

function plainLine(line: string): string {
  if (RULE.test(line)) return ''
  const isTask = CHECKBOX.test(line)
  const isRow = /^\s*\|/.test(line)
  const text = line.replace(BLOCK_MARKS, '')
  const words = isTask ? text.replace(/^\[.\]\s*/, '') : isRow ? text.replaceAll(/(?<!\\)\|/g, ' ') : text
  return plainInline(words).trim()
}

/** What is literal: code, characters after a backslash, and addresses. The marks of the stash itself are literal too. */
const LITERAL =
  /(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)|\\([!-/:-@[-`{-~])|(?<!<)https?:\/\/[^\s<>()[\]*~`]*[^\s<>()[\]*~`_]|[\uE000\uE001]/g

function plainInline(text: string): string {
  const kept: string[] = []
  const stashed = text.replaceAll(LITERAL, (all, _ticks, code: string | undefined, escaped: string | undefined) => {
    kept.push(code === undefined ? (escaped ?? all) : unpadded(code))
    return `\uE000${kept.length - 1}\uE001`
  })
  const plain = INLINE.reduce((rest, [mark, words]) => rest.replaceAll(mark, words), stashed)
  return plain.replaceAll(/\uE000(\d+)\uE001/g, (_all, index: string) => kept[Number(index)] ?? '')
}

/** A space at both ends lets code begin or end with a backtick. */
function unpadded(code: string): string {
  return /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code
}

const INLINE: readonly (readonly [RegExp, string])[] = [
  // Without words an address stands for itself.
  [/!?\[\]\(([^()\s]*)\)/g, '$1'],
  [/!\[([^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:\s+"[^"]*")?\)/g, '$1'],
  [/\[([^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:\s+"[^"]*")?\)/g, '$1'],
  [/<((?:https?|mailto):[^\s<>]*)>/g, '$1'],
  [/\*\*(?=[^\s*])(.*?[^\s*])\*\*/g, '$1'],
  [/(?<![\p{L}\p{N}_])__(?=[^\s_])(.*?[^\s_])__(?![\p{L}\p{N}_])/gu, '$1'],
  [/~~(?=[^\s~])(.*?[^\s~])~~/g, '$1'],
  [/\*(?=[^\s*])([^*]*[^\s*])\*/g, '$1'],
  [/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, '$1'],
]
