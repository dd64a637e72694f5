import { isStorableText } from '#base/text.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Body } from '#platform/db/body-codec.ts'
import { invalidText } from '#platform/problem.ts'
import { readNames } from '#platform/symbols/read-names.ts'
import { contentTooLarge } from '../problems.ts'
import type { SearchDoc } from '../search-index.ts'
import type { StoredText } from '../store/files.ts'
import type { TextNames } from './file-names.ts'
import { foldPacked, pack } from './text-tasks.ts'

/** A text that is validated, compressed and measured, ready to be stored. `folded` and `names`: what search reads of it, if that is known. */
export type Text = { content: string; packed: Body; stored: StoredText; folded?: SearchDoc; names?: TextNames }

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
 * Adds what search reads: the folded text, and its symbols in this language. Call it before the transaction: folding ten megabytes takes about a
 * second in a worker thread and parsing up to four, and the transaction would be idle meanwhile, with its locks and its connection.
 */
export async function prepareSearch(ctx: UserCtx, text: Text, language: string): Promise<Text> {
  const folded = await foldPacked(ctx, text.packed, text.stored.sizeBytes)
  return { ...text, folded, names: { language, read: await readNames(ctx.offload, language, text.packed) } }
}
