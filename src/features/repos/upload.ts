import { syncErrorOf } from './sync-error.ts'

/** Why a push failed. */
export type UploadError = 'denied' | 'rejected' | 'branch_moved' | 'timeout' | 'unreachable' | 'failed'

/** Maps the stderr of git, in the C locale, to a failure. */
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

/** One line of printable characters, because it becomes part of a header. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7E]{1,512}$/.test(text)
}

/** Names that git reserves, on any file system. */
export function isAllowedRepoPath(path: string): boolean {
  return path.split('/').every((part) => !/^(\.git|git~\d+)[. ]*$/i.test(part) && !/\p{Cc}/u.test(part))
}
