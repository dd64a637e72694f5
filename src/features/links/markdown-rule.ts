import type { MarkdownIt, StateInline, Token } from 'markdown-it'
import { type NamedLink, readNamedLink } from '#base/named-link.ts'

const TYPE = 'named_link'

/** Makes `[[name]]` a token. The parser does not look for it inside code, and inside another link it stays text. */
export function addNamedLinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', TYPE, (state: StateInline, silent: boolean) => {
    const link = state.linkLevel > 0 ? null : readNamedLink(state.src, state.pos, state.posMax)
    if (!link) return false
    if (!silent) state.push(TYPE, '', 0).content = state.src.slice(state.pos, link.end)
    state.pos = link.end
    return true
  })
}

/** The link of a token; null for other tokens. */
export function linkOf({ type, content }: Token): NamedLink | null {
  return type === TYPE ? readNamedLink(content, 0) : null
}
