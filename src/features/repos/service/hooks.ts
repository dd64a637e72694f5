import { isStorableText } from '#base/text.ts'
import { hmacSha256, sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { lockUser } from '#platform/db/lock-user.ts'
import { hookRefused } from '../problems.ts'
import type { RepoId } from '../repo.ts'
import * as hooks from '../store/hooks.ts'
import { askForSync } from '../store/mirrors.ts'
import * as repos from '../store/repos.ts'
import { getRepo } from './repos.ts'

/** Creates a new webhook URL and secret, shown once; the previous ones stop working. */
export async function makeHook(ctx: UserCtx, id: RepoId): Promise<{ hookId: string; secret: string }> {
  await getRepo(ctx, id)
  const made = { hookId: ctx.newToken(), secret: ctx.newToken() }
  await ctx.db.transaction().execute(async (trx) => {
    // Without the lock two concurrent calls would both delete the previous hook and leave two valid ones.
    await lockUser(trx, ctx.user.id)
    await hooks.deleteHook(trx, ctx.user.id, id)
    await hooks.insertHook(trx, { ...made, userId: ctx.user.id, repoId: id }, ctx.now)
  })
  return made
}

/** Refuses calls of hooks that do not exist before their body is read. */
export async function assertHook(ctx: Ctx, hookId: string): Promise<void> {
  if (!isStorableText(hookId) || !(await hooks.findHook(ctx.db, hookId))) throw hookRefused()
}

export type HookCall = { body: Buffer; signature: string | null; token: string | null }

/** A code host reports a push. The body is not trusted; the signature only proves that the sender has the secret. */
export async function answerHook(ctx: Ctx, hookId: string, call: HookCall): Promise<void> {
  const hook = await hooks.findHook(ctx.db, hookId)
  if (!hook || !isSigned(hook.secret, call)) throw hookRefused()
  const repo = await repos.findRepo(ctx.db, hook.userId, hook.repoId)
  if (!repo) throw hookRefused()
  await askForSync(ctx.db, repo.mirrorId, ctx.now)
}

/** `X-Hub-Signature-256` of GitHub and Gitea over the raw body, or the plain token of GitLab. */
function isSigned(secret: string, { body, signature, token }: HookCall): boolean {
  if (signature !== null) {
    const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex')
    return sameBytes(given, hmacSha256(Buffer.from(secret), body))
  }
  return token !== null && sameBytes(sha256(token), sha256(secret))
}
