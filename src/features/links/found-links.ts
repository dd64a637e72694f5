import Markdown, { type MarkdownIt, type Token } from 'markdown-it'
import { isLinkKey, linkKey } from '#base/named-link.ts'
import { isStorableText, truncateChars } from '#base/text.ts'
import { EXCERPT_CHARS, type LinkTarget, MAX_LINKS_PER_TEXT } from './link.ts'
import { addNamedLinks, linkOf } from './markdown-rule.ts'

/** A link of a text. `path`: as a Markdown file writes the address of another file. `target`: when the address itself says what it is. */
export type FoundLink = {
  key: string
  name: string
  by: 'name' | 'path' | 'id'
  target: LinkTarget | null
  line: number
  excerpt: string
}

/** `note`: as notes are read, where HTML is text. */
export type TextKind = 'note' | 'file'

const PARSERS = { note: parser(false), file: parser(true) }

function parser(html: boolean): MarkdownIt {
  const md = new Markdown({ html })
  addNamedLinks(md)
  return md
}

/** Texts without one of these have no links; most texts have none, and parsing takes longer than looking. */
export function mayHaveLinks(text: string): boolean {
  return text.includes('[[') || text.includes('](') || text.includes(']:')
}

/** The different links of a text, each where it is first. */
export function findLinks(text: string, kind: TextKind): FoundLink[] {
  if (!mayHaveLinks(text)) return []
  const lines = text.split(/\r\n|\r|\n/)
  const found = new Map<string, FoundLink>()
  for (const { link, line } of linksIn(PARSERS[kind].parse(text, {}), kind)) {
    if (found.size === MAX_LINKS_PER_TEXT) break
    if (found.has(link.key)) continue
    found.set(link.key, { ...link, line, excerpt: truncateChars((lines[line - 1] ?? '').trim(), EXCERPT_CHARS) })
  }
  return [...found.values()]
}

type Parsed = Pick<FoundLink, 'key' | 'name' | 'by' | 'target'>

function* linksIn(tokens: readonly Token[], kind: TextKind): Generator<{ link: Parsed; line: number }> {
  for (const { children, map } of tokens) {
    let line = (map?.[0] ?? 0) + 1
    for (const token of children ?? []) {
      if (token.type === 'softbreak' || token.type === 'hardbreak') line++
      const link = parsedLink(token, kind)
      if (link) yield { link, line }
    }
  }
}

function parsedLink(token: Token, kind: TextKind): Parsed | null {
  const named = linkOf(token)
  if (named) return { key: linkKey(named.name), name: named.name, by: 'name', target: null }
  return token.type === 'link_open' ? addressLink(String(token.attrGet('href') ?? ''), kind) : null
}

const OWN = /^\/(file|md|html|svg|boards)\/([0-9a-f]{32})(?:\/view)?(?:[?#]|$)/
const OWN_NOTE = /^\/[^?#]*\?(?:[^#]*&)?note=([0-9a-f]{32})(?:[&#]|$)|^\/boards\/[0-9a-f]{32}#note-([0-9a-f]{32})$/

function addressLink(href: string, kind: TextKind): Parsed | null {
  const [, inQuery, inFragment] = OWN_NOTE.exec(href) ?? []
  const note = inQuery ?? inFragment
  if (note !== undefined) return byId({ kind: 'note', id: note })
  const [, page, id] = OWN.exec(href) ?? []
  if (id !== undefined) return byId({ kind: page === 'boards' ? 'board' : 'file', id })
  return kind === 'file' ? relativeLink(href) : null
}

/** The keys of addresses have brackets, which no name has. */
function byId(target: LinkTarget): Parsed {
  return { key: `[${target.kind}:${target.id}]`, name: '', by: 'id', target }
}

/** Neither this document, nor a scheme, nor another host, nor a page of ours. */
const RELATIVE = /^(?![#?/]|[a-z][a-z0-9+.-]*:)[^?#]+/i

function relativeLink(href: string): Parsed | null {
  const path = RELATIVE.exec(href)?.[0]
  const name = path === undefined ? '' : decoded(path)
  // An address may encode characters that no file name has and PostgreSQL cannot store.
  if (!isStorableText(name) || !isLinkKey(pathKey(name)) || name === '') return null
  return { key: pathKey(name), name, by: 'path', target: null }
}

/** The key of a path as the text of a file writes it. */
export function pathKey(path: string): string {
  return `[${path}]`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A lone percent sign is a character of the name.
    return path
  }
}
