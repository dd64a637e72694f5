import { junkRoot } from '#base/junk-paths.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { decodeText, MAX_CONTENT_BYTES } from '#features/files/public.ts'
import { detectArchive } from '../detect.ts'
import { MAX_COLLECTION_BYTES } from '../limits.ts'
import type { Skipped, SkipReason, Source } from '../source.ts'
import { skip } from '../sources/item.ts'
import { isVaultState, readVaultTags } from '../sources/masscode-vault.ts'
import { isCollection } from '../sources/parse.ts'
import type { Entry, Folder } from './archive.ts'
import { type ParsedFile, parseSource } from './tasks.ts'

/** Folders that other programs keep for themselves. */
const SETTINGS_FOLDERS = new Set(['.obsidian', '.trash', '.vscode'])

/** What each file of a folder brings. Folders that are skipped as a whole come last, one entry each. */
export async function* readFolder(
  ctx: UserCtx,
  folder: Folder,
  asked: Source | null,
  signal: AbortSignal,
): AsyncGenerator<ParsedFile> {
  const source = asked ?? (folder.paths.length > 1 ? detectArchive(folder.paths) : null)
  const tags = source === 'masscode' ? await readTags(folder) : new Map<string, string>()
  const skipped = new Map<string, Skipped>()
  for await (const entry of folder.walk()) {
    signal.throwIfAborted()
    const whole = skippedRoot(entry.path)
    if (whole) {
      const { files = 0 } = skipped.get(whole.root) ?? {}
      skipped.set(whole.root, skip(whole.root, whole.reason, files + 1))
    } else yield await readEntry(ctx, entry, { source, tags }, signal)
  }
  if (skipped.size > 0) yield { source: source ?? 'folder', items: [], skipped: [...skipped.values()] }
}

async function readEntry(
  ctx: UserCtx,
  entry: Entry,
  { source, tags }: { source: Source | null; tags: ReadonlyMap<string, string> },
  signal: AbortSignal,
): Promise<ParsedFile> {
  const { path } = entry
  const isWhole = source === 'folder' || source === 'markdown' || !isCollection(path)
  const bytes = entry.refused ?? (await entry.read(isWhole ? MAX_CONTENT_BYTES : MAX_COLLECTION_BYTES))
  if (typeof bytes === 'string') return { source: source ?? 'folder', items: [], skipped: [skip(path, bytes)] }
  return parseSource(ctx, { source, path, bytes, tags }, signal)
}

/** Names of tags that are in other files than the snippets. */
async function readTags(folder: Folder): Promise<Map<string, string>> {
  const tags = new Map<string, string>()
  for await (const { path, refused, read } of folder.walk()) {
    if (refused !== null || !isVaultState(path)) continue
    const bytes = await read(MAX_CONTENT_BYTES)
    const text = typeof bytes === 'string' ? null : decodeText(bytes)
    for (const [id, name] of readVaultTags(text ?? '')) tags.set(id, name)
  }
  return tags
}

function skippedRoot(path: string): { root: string; reason: SkipReason } | null {
  const junk = junkRoot(path)
  if (junk !== null) return { root: junk, reason: 'junk' }
  const parts = path.split('/')
  const at = parts.findIndex((part, i) => i < parts.length - 1 && SETTINGS_FOLDERS.has(part))
  return at === -1 ? null : { root: `${parts.slice(0, at + 1).join('/')}/`, reason: 'settings' }
}
