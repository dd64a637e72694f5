import type { UserCtx } from '#platform/ctx.ts'
import type { Quota } from '#platform/db/quota.ts'
import { MAX_NOTES_PER_BOARD, MAX_NOTES_PER_REPO_FILE, MAX_NOTES_PER_USER, type Target } from '../note.ts'
import { noteQuotaExceeded } from '../problems.ts'
import { countNotes, countOnTarget } from '../store/notes.ts'

export function userQuota(ctx: UserCtx): Quota {
  return {
    max: MAX_NOTES_PER_USER,
    count: (trx) => countNotes(trx, ctx.user.id),
    exceeded: ({ max }) => noteQuotaExceeded({ max, scope: 'user' }),
  }
}

/** A file of the library has no quota of its own. */
export function targetQuotas(ctx: UserCtx, target: Target): Quota[] {
  if (target.kind === 'file') return []
  const scope = target.kind === 'board' ? 'board' : 'repo_file'
  return [
    {
      max: target.kind === 'board' ? MAX_NOTES_PER_BOARD : MAX_NOTES_PER_REPO_FILE,
      count: (trx) => countOnTarget(trx, ctx.user.id, target),
      exceeded: ({ max }) => noteQuotaExceeded({ max, scope }),
    },
  ]
}
