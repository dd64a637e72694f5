import type { UserId } from '#base/ids.ts'
import { linkKey } from '#base/named-link.ts'
import type { Db } from '#platform/db/pool.ts'
import type { FoundLink } from '../found-links.ts'
import { fileNames, type LinkSource, type LinkTarget } from '../link.ts'
import * as store from '../store.ts'
import { resolveLinks } from './resolve.ts'

/**
 * Stores what the links of a text mean, in the transaction that stores the text. A link that the text had before keeps its target, whatever its
 * target is called now; a new one means what has the name now.
 */
export async function recordLinks(
  trx: Db,
  userId: UserId,
  source: LinkSource,
  found: readonly FoundLink[],
  folder = '',
): Promise<void> {
  const before = found.length > 0 ? await store.findTargets(trx, userId, source.id) : new Map<string, LinkTarget>()
  const fresh = found.filter(({ key, target }) => target === null && !before.has(key))
  const now = await resolveLinks(trx, userId, fresh, folder)
  const links = found.map((link) => ({
    ...link,
    target: link.target ?? before.get(link.key) ?? now.get(link.key) ?? null,
  }))
  await store.replaceLinks(trx, userId, source, links)
}

/** What the links of an imported text mean, by the ids of this library. */
export async function rebindLinks(
  db: Db,
  userId: UserId,
  sourceId: string,
  links: readonly (LinkTarget & { key: string })[],
): Promise<void> {
  for (const link of links) await store.rebindLink(db, userId, sourceId, link)
}

type Named = LinkTarget & {
  /** The names that it had before this write, and those that it has now. */
  names: readonly string[]
}

/**
 * Call it in the transaction that names a thing or gives it another name: links that wait for one of the names are bound to it, so that they
 * survive later names.
 */
export async function bindNames(trx: Db, userId: UserId, { names, ...target }: Named): Promise<void> {
  const all = target.kind === 'file' ? names.flatMap(fileNames) : names
  const keys = [...new Set(all.map(linkKey).filter((key) => key !== ''))]
  if (keys.length > 0) await store.bindWaiting(trx, userId, target, keys)
}
