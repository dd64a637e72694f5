import type { UserCtx } from '#platform/ctx.ts'
import type { ZipEntry } from '#platform/zip.ts'
import type { ListedReminder } from '../folder/lists.ts'
import type { Style } from '../folder/markdown.ts'
import type { FolderCounts } from '../folder/words.ts'

/** The state of one folder that is being written. */
export type FolderJob = {
  ctx: UserCtx
  style: Style
  /** The folder that the zip unpacks into, with a slash. */
  root: string
  counts: FolderCounts
  reminders: ListedReminder[]
}

export function entry({ root, ctx }: FolderJob, path: string, text: string): ZipEntry {
  return { name: root + path, modified: ctx.now, content: Buffer.from(text, 'utf8') }
}
