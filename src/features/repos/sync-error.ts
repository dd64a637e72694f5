import type { SyncError } from './repo.ts'

/** What git's own words mean. They are of the C locale. */
const WORDS: readonly [RegExp, SyncError][] = [
  [/error: 429/, 'busy'],
  [/redirect|error: 30\d/i, 'moved'],
  [/couldn't find remote ref|Remote branch \S+ not found|no such branch/i, 'no_branch'],
  [/could not read Username|Authentication failed|not found|error: (401|403|404|410)/i, 'not_found'],
  [/No space left|Disk quota/i, 'no_space'],
  [/Operation too slow|timed out/i, 'timeout'],
  [/Could not resolve|Failed to connect|unable to access|early EOF|disconnect|Empty reply/i, 'unreachable'],
]

export function syncErrorOf(trouble: 'timeout' | 'too_large' | 'stopped' | 'failed', stderr: string): SyncError {
  if (trouble === 'timeout' || trouble === 'too_large') return trouble
  if (trouble === 'stopped') return 'failed'
  return WORDS.find(([pattern]) => pattern.test(stderr))?.[1] ?? 'failed'
}

/** Git's words for the log: which repository, branch or file it was is nobody's business there. */
export function withoutNames(stderr: string): string {
  return stderr.replaceAll(/'[^']*'|"[^"]*"|\S*[/@]\S*|(?<=(?:branch|ref) )\S+/g, '…')
}
