import type { Locale } from '#base/messages.ts'
import type { Feed, FeedEntry } from './atom.ts'
import { sharePath } from './share.ts'

export function feedPath(key: string): string {
  return `/feeds/${key}`
}

/** A public link in a feed. */
export type FeedShare = { key: string; createdAt: Date; feedAt: Date; files: { name: string; language: string }[] }

/** What a feed contains, before it is written in a language. */
export type ReadFeed = { key: string; owner: string; locale: Locale; createdAt: Date; shares: readonly FeedShare[] }

export type FeedWords = { feedTitle: (owner: string) => string; andMore: (n: number) => string }

export function buildFeed(origin: string, feed: ReadFeed, words: FeedWords): Feed {
  const { key, owner, locale, createdAt, shares } = feed
  return {
    url: origin + feedPath(key),
    title: words.feedTitle(owner),
    language: locale,
    // Atom requires a name, and a user may have none.
    author: owner || 'Codeshelf',
    updated: shares[0]?.feedAt ?? createdAt,
    entries: shares.map((share) => toEntry(origin, share, words)),
  }
}

function toEntry(origin: string, { key, createdAt, feedAt, files }: FeedShare, words: FeedWords): FeedEntry {
  const first = files[0]?.name ?? ''
  return {
    url: origin + sharePath({ kind: 'public', key }),
    title: files.length > 1 ? `${first} ${words.andMore(files.length - 1)}` : first,
    summary: [...new Set(files.map(({ language }) => language))].join(', '),
    published: createdAt,
    updated: feedAt,
  }
}
