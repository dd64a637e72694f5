import { escapeHtml, loadGrammar } from '#base/highlight/highlight.ts'
import type { Locale } from '#base/messages.ts'
import type { HtmlBytes } from '#base/prepared.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { toHtmlBytes } from '#platform/prepare.ts'
import type { Task } from '#platform/threads.ts'
import { LABELS, PAGE_IDS } from '../labels.ts'
import { fenceLanguages, renderMarkdown } from '../markdown.ts'
import { type LinkBase, resolveLink } from '../relative-links.ts'
import { firstPart, type RenderedHtml } from '../rendering.ts'
import { sanitizePage } from '../sanitize-page.ts'

/** Ordinary texts take milliseconds. A text that takes longer is shown as its source. */
const DEADLINE_MS = 5_000

/** A text, or a compressed body. */
export type Source = string | Packed

/** `links` resolves relative links of the text; null leaves them unchanged. */
type MarkdownJob = { source: Source; maxChars: number; locale: Locale; links: LinkBase | null }

export const renderMarkdownTask: Task<MarkdownJob, RenderedHtml> = {
  name: 'render-markdown',
  deadlineMs: DEADLINE_MS,
  async run({ source, maxChars, locale, links }) {
    const { part, rest } = firstPart(textOf(source), maxChars)
    await Promise.all(fenceLanguages(part).map(loadGrammar))
    const link = links && ((href: string) => resolveLink(links, href))
    const options = { labels: LABELS[locale], reservedIds: PAGE_IDS, ...(link && { link }) }
    const { html, headings } = renderMarkdown(part, options)
    return {
      html: toHtmlBytes(html),
      isEmpty: html.trim() === '',
      headings: headings.slice(0, MAX_HEADINGS),
      moreHeadings: Math.max(0, headings.length - MAX_HEADINGS),
      rest,
      has: { math: html.includes(' data-math="'), diagrams: html.includes('<pre data-mermaid') },
    }
  },
}

/** Outline entries beyond this number are counted instead of rendered. */
const MAX_HEADINGS = 1_000

/** A sanitised page; null when it would overload the parser. */
export const sanitizePageTask: Task<Source, HtmlBytes | null> = {
  name: 'sanitize-page',
  deadlineMs: DEADLINE_MS,
  run(source) {
    const html = sanitizePage(textOf(source))
    return html === null ? null : toHtmlBytes(html)
  },
}

/** The source of a text as HTML, for texts that cannot be rendered. */
export const escapeTask: Task<{ source: Source; maxChars: number }, { html: HtmlBytes; rest: boolean }> = {
  name: 'escape-source',
  deadlineMs: DEADLINE_MS,
  run({ source, maxChars }) {
    const { part, rest } = firstPart(textOf(source), maxChars)
    return { html: toHtmlBytes(escapeHtml(part)), rest }
  },
}

function textOf(source: Source): string {
  return typeof source === 'string' ? source : unpackBody(source)
}
