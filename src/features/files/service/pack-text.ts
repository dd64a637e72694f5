import { isStorableText } from '#base/text.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Body } from '#platform/db/body-codec.ts'
import { invalidText } from '#platform/problem.ts'
import { contentTooLarge } from '../problems.ts'
import type { SearchDoc } from '../search.ts'
import type { StoredText } from '../store/files.ts'
import { foldPacked, pack } from './text-tasks.ts'

/** A text that is validated, compressed and measured, ready to be stored. `folded`: its searched form, if that is known. */
export type Text = { content: string; packed: Body; stored: StoredText; folded?: SearchDoc }

export async function packText(ctx: UserCtx, content: string): Promise<Text> {
  if (!isStorableText(content)) throw invalidText({ field: 'content' })
  const max = ctx.maxFileBytes
  const tooLarge = () => contentTooLarge({ field: 'content', max })
  // A character takes at least one byte, so reject texts that are certainly too large before compressing them.
  if (content.length > max) throw tooLarge()
  const { sha256, sizeBytes, codec, body, lineCount, firstLine } = await pack(ctx, content)
  if (sizeBytes > max) throw tooLarge()
  const packed = { sha256: Buffer.from(sha256), sizeBytes, codec, body: Buffer.from(body) }
  return { content, packed, stored: { sha256: packed.sha256, sizeBytes, lineCount, firstLine } }
}

/**
 * Adds the searched form. Call it before the transaction: folding ten megabytes takes about a second in a worker thread, and the
 * transaction would be idle meanwhile, with its locks and its connection.
 */
export async function foldText(ctx: UserCtx, text: Text): Promise<Text> {
  return { ...text, folded: await foldPacked(ctx, text.packed, text.stored.sizeBytes) }
}
