import { syncErrorOf } from './sync-error.ts'

/** Why a file could not be sent, in a word of ours. */
export type UploadError = 'denied' | 'rejected' | 'branch_moved' | 'timeout' | 'unreachable' | 'failed'

/** What git's own words mean. They are of the C locale. */
const WORDS: readonly [RegExp, UploadError][] = [
  [/stale info|fetch first|non-fast-forward|already exists|cannot lock ref/i, 'branch_moved'],
  [/remote rejected|hook declined|protected branch/i, 'rejected'],
  [/could not read Username|Authentication failed|not found|error: (401|403|404)/i, 'denied'],
]

export function uploadErrorOf(trouble: Parameters<typeof syncErrorOf>[0], stderr: string): UploadError {
  const known = trouble === 'failed' ? WORDS.find(([pattern]) => pattern.test(stderr))?.[1] : undefined
  if (known !== undefined) return known
  const error = syncErrorOf(trouble, stderr)
  return error === 'timeout' || error === 'unreachable' ? error : 'failed'
}

/** One line of what can be typed: it becomes part of a header. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7E]{1,512}$/.test(text)
}

/** Names that git keeps for itself, on any file system. */
export function isUploadPath(path: string): boolean {
  return path.split('/').every((part) => !/^(\.git|git~\d+)[. ]*$/i.test(part) && !/\p{Cc}/u.test(part))
}
