import Markdown, { type Token } from 'markdown-it'
import type { OutlineItem } from './view.ts'

/** Longer texts get no outline, because parsing them would block other requests. */
const MAX_CHARS = 300_000

const md = new Markdown()

/** The headings of a Markdown text and their lines. */
export function markdownOutline(text: string): OutlineItem[] {
  if (text.length > MAX_CHARS) return []
  const tokens = md.parse(text, {})
  return tokens.flatMap((token, i) => {
    const inline = tokens[i + 1]
    if (token.type !== 'heading_open' || !token.map || !inline) return []
    const words = plainText(inline).trim()
    return words === '' ? [] : [{ text: words, level: Number(token.tag.slice(1)), line: token.map[0] + 1 }]
  })
}

function plainText({ children }: Token): string {
  return (children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')
}
