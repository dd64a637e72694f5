import { batchBySize } from '#base/batch-by-size.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { ZipEntry } from '#platform/zip.ts'
import { readTexts } from '#features/files/public.ts'

/** `sha256` in hex. */
type WantedText = { path: string; sha256: string; sizeBytes: number; createdAt: Date }

/** Texts in memory at once; a text of the largest size fits alone. */
const BYTES_AT_ONCE = 4 * 1024 * 1024
const TEXTS_AT_ONCE = 200

/** The zip entries of these texts. Adds the paths of texts that were purged meanwhile to `missing`. */
export async function* textEntries(
  ctx: UserCtx,
  wanted: readonly WantedText[],
  missing: Set<string>,
): AsyncGenerator<ZipEntry> {
  for (const some of batchBySize(wanted, ({ sizeBytes }) => sizeBytes, BYTES_AT_ONCE, TEXTS_AT_ONCE)) {
    const found = await readTexts(
      ctx,
      some.map((version) => Buffer.from(version.sha256, 'hex')),
    )
    for (const { path, sha256: hash, createdAt } of some) {
      const content = found.get(hash)
      if (content === undefined) missing.add(path)
      else yield { name: path, modified: createdAt, content }
    }
  }
}
