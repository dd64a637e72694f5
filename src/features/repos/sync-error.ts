import type { SyncError } from './repo.ts'

/** Maps the stderr of git, in the C locale, to an error code. */
const WORDS: readonly [RegExp, SyncError][] = [
  [/error: 429/, 'busy'],
  [/redirect|error: 30\d/i, 'moved'],
  [/couldn't find remote ref|Remote branch \S+ not found|no such branch/i, 'no_branch'],
  [/could not read Username|Authentication failed|not found|error: (401|403|404|410)/i, 'not_found'],
  [/No space left|Disk quota/i, 'no_space'],
  [/Operation too slow|timed out/i, 'timeout'],
  [/Could not resolve|Failed to connect|unable to access|early EOF|disconnect|Empty reply/i, 'unreachable'],
]

type Trouble = 'timeout' | 'too_large' | 'stopped' | 'memory' | 'failed'

export function syncErrorOf(trouble: Trouble, stderr: string): SyncError {
  if (trouble === 'timeout' || trouble === 'too_large') return trouble
  if (trouble === 'memory') return 'too_large'
  if (trouble === 'stopped') return 'failed'
  return WORDS.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'failed'
}

/** Removes the names of repositories, branches and files from git's stderr, because the log must not contain them. */
export function withoutNames(stderr: string): string {
  return stderr.replaceAll(/'[^']*'|"[^"]*"|\S*[/@]\S*|(?<=(?:branch|ref) )\S+/g, '…')
}
