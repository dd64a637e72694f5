import type { Locale } from '#base/messages.ts'
import type { TextSource } from '#platform/db/body-codec.ts'
import type { LinkBase } from '../relative-links.ts'

/** `links` resolves relative links of the text; null leaves them unchanged. */
export type MarkdownJob = { source: TextSource; maxChars: number; locale: Locale; links: LinkBase | null }
