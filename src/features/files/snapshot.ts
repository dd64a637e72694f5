import { isSameJson } from '#base/combine-writes.ts'
import type { File } from './file.ts'

/** The state of a file after a write: enough to recognise it and to restore it. Its text is that of its version. */
export type FileSnapshot = Pick<
  File,
  'version' | 'folder' | 'fileName' | 'language' | 'languageIsChosen' | 'description' | 'tags' | 'repo' | 'sourceUrl'
> & { updatedAt: string; isTrashed?: true }

export function snapshotOf(file: File): FileSnapshot {
  const { version, folder, fileName, language, languageIsChosen, description, tags, repo, sourceUrl, updatedAt } = file
  const state = { version, folder, fileName, language, languageIsChosen, description, tags, repo, sourceUrl }
  return { ...state, updatedAt: updatedAt.toISOString(), ...(file.deletedAt && { isTrashed: true }) }
}

/** As it is stored: releases before folders wrote none. */
type StoredSnapshot = Omit<FileSnapshot, 'folder'> & { folder?: string }

/** Snapshots are written by this code, so the check only rules out rows of another kind. */
export function isFileSnapshot(value: unknown): value is StoredSnapshot {
  return typeof value === 'object' && value !== null && 'version' in value && 'fileName' in value && 'tags' in value
}

export function withFolder(snapshot: StoredSnapshot): FileSnapshot {
  return { ...snapshot, folder: snapshot.folder ?? '' }
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
