import { loadGrammar } from '#base/highlight/highlight.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import { type TextSource, textOf } from '#platform/db/body-codec.ts'
import { toHtmlBytes } from '#platform/html-bytes.ts'
import { LABELS, PAGE_IDS } from '../labels.ts'
import { fenceLanguages, type MarkdownOptions, renderMarkdown } from '../markdown.ts'
import { resolveInFile, resolveLink, showNamed } from '../relative-links.ts'
import { firstPart, type RenderedHtml } from '../rendering.ts'
import { sanitizePage } from '../sanitize-page.ts'
import type { MarkdownJob, TextLinks } from './markdown-job.ts'

/** Outline entries beyond this number are counted instead of rendered. */
const MAX_HEADINGS = 1_000

export async function renderMarkdownSource({ source, maxChars, locale, links }: MarkdownJob): Promise<RenderedHtml> {
  const { part, rest } = firstPart(textOf(source), maxChars)
  await Promise.all(fenceLanguages(part).map(loadGrammar))
  const options = { labels: LABELS[locale], reservedIds: PAGE_IDS, ...linkOptions(links) }
  const { html, headings } = renderMarkdown(part, options)
  return {
    html: toHtmlBytes(html),
    isEmpty: html.trim() === '',
    headings: headings.slice(0, MAX_HEADINGS),
    moreHeadings: Math.max(0, headings.length - MAX_HEADINGS),
    rest,
    has: { math: html.includes(' data-math="'), diagrams: html.includes('<pre data-mermaid') },
  }
}

/** `[[names]]` are links in the library; elsewhere they stay as they are written. */
function linkOptions(links: TextLinks): Pick<MarkdownOptions, 'link' | 'named'> {
  if (links.kind === 'repo') return { link: (href) => resolveLink(links.base, href) }
  return { link: (href) => resolveInFile(links, href), named: (link) => showNamed(links, link) }
}

export function sanitizePageSource(source: TextSource): HtmlBytes | null {
  const html = sanitizePage(textOf(source))
  return html === null ? null : toHtmlBytes(html)
}
