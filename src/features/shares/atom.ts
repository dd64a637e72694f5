import { isoUtc } from '#base/time.ts'

/** A feed as RFC 4287 defines it. Addresses are also the ids: they never change and are used for nothing else. */
export type Feed = {
  url: string
  title: string
  language: string
  author: string
  updated: Date
  entries: readonly FeedEntry[]
}
export type FeedEntry = { url: string; title: string; summary: string; published: Date; updated: Date }

export function renderAtom({ url, title, language, author, updated, entries }: Feed): string {
  const x = escapeXml
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${x(language)}">
<id>${x(url)}</id>
<title>${x(title)}</title>
<updated>${isoUtc(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${x(url)}"/>
<author><name>${x(author)}</name></author>
<generator>Codeshelf</generator>
${entries.map(renderEntry).join('')}</feed>
`
}

function renderEntry({ url, title, summary, published, updated }: FeedEntry): string {
  const x = escapeXml
  return `<entry>
<id>${x(url)}</id>
<title>${x(title)}</title>
<link rel="alternate" type="text/html" href="${x(url)}"/>
<published>${isoUtc(published)}</published>
<updated>${isoUtc(updated)}</updated>
<summary>${x(summary)}</summary>
</entry>
`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
/** Code points that XML 1.0 cannot contain, not even as references. A reader would reject the whole feed. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** For text and attributes. Line ends are references, because parsers normalise them. */
export function escapeXml(text: string): string {
  return text.replaceAll(IMPOSSIBLE, '\ufffd').replaceAll(/[&<>"'\t\n\r]/g, (char) => ESCAPES[char] ?? char)
}
