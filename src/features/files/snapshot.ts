import { isSameJson } from '#base/chain.ts'
import type { File } from './file.ts'

/** The state of a file after a write: enough to recognise it and to restore it. Its text is that of its version. */
export type FileSnapshot = Pick<
  File,
  'version' | 'fileName' | 'language' | 'languageIsChosen' | 'description' | 'tags' | 'repo' | 'sourceUrl'
> & { updatedAt: string }

export function snapshotOf(file: File): FileSnapshot {
  const { version, fileName, language, languageIsChosen, description, tags, repo, sourceUrl, updatedAt } = file
  const state = { version, fileName, language, languageIsChosen, description, tags, repo, sourceUrl }
  return { ...state, updatedAt: updatedAt.toISOString() }
}

/** Snapshots are written by this code, so the check only rules out rows of another kind. */
export function isFileSnapshot(value: unknown): value is FileSnapshot {
  return typeof value === 'object' && value !== null && 'version' in value && 'fileName' in value && 'tags' in value
}

/**
 * Compares two states. `textOf` returns the text of a version, because a restored text has another version number.
 * Opening a file or marking it as a favourite does not change its state.
 */
export function isSameState(
  a: FileSnapshot,
  b: FileSnapshot,
  textOf: (version: number) => string | undefined,
): boolean {
  const { version: one, updatedAt: _at, ...state } = a
  const { version: other, updatedAt: _then, ...stateThen } = b
  return isSameJson(state, stateThen) && (one === other || textOf(one) === textOf(other))
}
