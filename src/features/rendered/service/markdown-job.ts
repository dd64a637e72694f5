import type { Locale } from '#base/messages.ts'
import type { TextSource } from '#platform/db/body-codec.ts'
import type { FileLinks, LinkBase } from '../relative-links.ts'

/** What resolves the links of a text: its place in a repository, or what is known of its links in the library. */
export type TextLinks = { kind: 'repo'; base: LinkBase } | ({ kind: 'file' } & FileLinks)

export type MarkdownJob = { source: TextSource; maxChars: number; locale: Locale; links: TextLinks }
