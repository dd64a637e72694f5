import { copyIdRange, importedId } from '#base/ids.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { withQuota } from '#platform/db/quota.ts'
import { type ExactShare, parseShareImport, type ShareImport } from '../imported-share.ts'
import { invalidShareExport, shareRevokedHere, shareVersionMissing } from '../problems.ts'
import type { NewShare, ShareId } from '../share.ts'
import * as store from '../store/shares.ts'
import { type Address, addressOf, newAddress, shareQuota } from './address.ts'

/** A share has up to a hundred files with five thousand hidden lines each, and fifty notes of twenty thousand characters. */
const SHARES_AT_ONCE = 20

/** Yields every share with its files in pages. Shares whose files were all purged are left out: their URL is a 404. */
export async function* walkShares(ctx: UserCtx): AsyncGenerator<store.WalkedShare[]> {
  let after: ShareId | null = null
  for (;;) {
    const shares: store.WalkedShare[] = await store.walkShares(ctx.db, ctx.user.id, after, SHARES_AT_ONCE)
    const last = shares.at(-1)
    if (!last) return
    yield shares
    after = last.id
  }
}

/** `new_address`: saved, but under another URL than that of the export. */
export type ImportedShare = 'saved' | 'new_address' | 'unchanged'

/**
 * Creates a share of an export again. `isFromHere`: the export was made from this account, so a missing share was revoked since
 * and must not become public again.
 */
export async function importShare(ctx: UserCtx, given: ShareImport, isFromHere: boolean): Promise<ImportedShare> {
  const parsed = parseShareImport(given)
  if (parsed.outcome === 'invalid') throw invalidShareExport({ field: parsed.field })
  const { exact } = parsed
  // The lock also serialises concurrent imports of one export: the second finds the share of the first.
  return withQuota(ctx.db, ctx.user.id, async (trx, assertFreeSlot) => {
    if (await store.hasInRange(trx, ctx.user.id, copyIdRange(exact.id))) return 'unchanged'
    if (isFromHere) throw shareRevokedHere({ share_id: exact.id })
    await assertVersions(trx, ctx, exact)
    await assertFreeSlot(shareQuota(ctx))
    const id = importedId(exact.id, sha256(`${ctx.user.id}:${exact.id}`).toString('hex'))
    const address = await claimAddress(trx, ctx, id, exact)
    const { files, notes, ...share }: Pick<ExactShare, 'files' | 'notes'> & NewShare = { ...exact, id, ...address }
    await store.insertShare(trx, ctx.user.id, share, files, notes)
    return exact.seed !== null && address.seed === exact.seed ? 'saved' : 'new_address'
  })
}

/**
 * A file is recognised by its newest text, so an older version of it may differ. Without this check an edited export could
 * publish a text that it does not contain.
 */
async function assertVersions(trx: Db, ctx: UserCtx, { files }: ExactShare): Promise<void> {
  const stored = await store.listChecksums(trx, ctx.user.id, files)
  for (const { fileId, version, sha256: hash } of files)
    if (stored.get(`${fileId}:${version}`) !== hash) throw shareVersionMissing({ file_id: fileId, version })
}

/**
 * The URL of the export where that is safe. A reader of a link knows its key but not its seed; if an import accepted keys, any
 * reader could take over the URL of a revoked link. Internal shares have no seed, and their URL changes with their id.
 */
async function claimAddress(trx: Db, ctx: UserCtx, id: ShareId, { kind, seed }: ExactShare): Promise<Address> {
  if (seed !== null) {
    const same = addressOf(seed)
    // Taken when another account of this installation has imported the same export.
    if (await store.insertKey(trx, ctx.user.id, { id, ...same })) return same
  }
  const fresh = newAddress(ctx, kind, id)
  if (!(await store.insertKey(trx, ctx.user.id, { id, ...fresh })))
    throw new Error('A new share has the key of another')
  return fresh
}
