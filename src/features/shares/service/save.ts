import type { UserCtx } from '#platform/ctx.ts'
import { assertFileName, type File, saveByName } from '#features/files/public.ts'
import { asMarkdown, defaultName, withMarkdownEnding } from '../markdown-copy.ts'
import { missingShareId } from '../problems.ts'
import { readShare } from './open.ts'

/** The order of the checks is part of the contract (docs/contract.md): an id, a share, a name. */
export async function saveShare(ctx: UserCtx, ask: { shareId: string; fileName: unknown }): Promise<File> {
  if (ask.shareId === '') throw missingShareId({ field: 'share_id' })
  const shared = await readShare(ctx, ask.shareId)
  const fileName = nameFor(ask.fileName, shared.name)
  return saveByName(ctx, { fileName, content: asMarkdown(shared.text, shared.language), source: 'share' })
}

function nameFor(given: unknown, sharedName: string): string {
  if (given === undefined) return defaultName(sharedName)
  assertFileName(given)
  return withMarkdownEnding(given)
}
