import { sameJson } from '#base/chain.ts'
import type { File } from './file.ts'

/** How a file stood after a write: enough to know it again and to bring it back. Its text is that of its version. */
export type FileSnapshot = Pick<
  File,
  'version' | 'fileName' | 'language' | 'languageIsChosen' | 'description' | 'tags' | 'repo' | 'sourceUrl'
> & { updatedAt: string }

export function snapshotOf(file: File): FileSnapshot {
  const { version, fileName, language, languageIsChosen, description, tags, repo, sourceUrl, updatedAt } = file
  const told = { version, fileName, language, languageIsChosen, description, tags, repo, sourceUrl }
  return { ...told, updatedAt: updatedAt.toISOString() }
}

/** We wrote it ourselves: looked at only so far that a row of another kind is not taken for one. */
export function isFileSnapshot(value: unknown): value is FileSnapshot {
  return typeof value === 'object' && value !== null && 'version' in value && 'fileName' in value && 'tags' in value
}

/**
 * Whether a file stood the same. `textOf` tells the text of a version: a text that was brought back is the same under another
 * number. Opening a file or marking it as a favourite changes nothing here.
 */
export function isSameState(
  a: FileSnapshot,
  b: FileSnapshot,
  textOf: (version: number) => string | undefined,
): boolean {
  const { version: one, updatedAt: _at, ...said } = a
  const { version: other, updatedAt: _then, ...saidThen } = b
  return sameJson(said, saidThen) && (one === other || textOf(one) === textOf(other))
}
