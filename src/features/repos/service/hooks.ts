import { hmacSha256, sameBytes, sha256 } from '#platform/crypto.ts'
import type { Ctx, UserCtx } from '#platform/ctx.ts'
import { hookRefused } from '../problems.ts'
import type { RepoId } from '../repo.ts'
import * as hooks from '../store/hooks.ts'
import * as repos from '../store/repos.ts'
import { getRepo } from './repos.ts'

/** A new address and secret, shown once; the ones before stop working. */
export async function makeHook(ctx: UserCtx, id: RepoId): Promise<{ hookId: string; secret: string }> {
  await getRepo(ctx, id)
  const made = { hookId: ctx.newToken(), secret: ctx.newToken() }
  await hooks.deleteHooks(ctx.db, ctx.user.id, id)
  await hooks.insertHook(ctx.db, { ...made, userId: ctx.user.id, repoId: id }, ctx.now)
  return made
}

export type HookCall = { body: Buffer; signature: string | null; token: string | null }

/** A code host says that something was pushed. What it says is not believed, only that it was the one with the secret. */
export async function answerHook(ctx: Ctx, hookId: string, call: HookCall): Promise<void> {
  const hook = await hooks.findHook(ctx.db, hookId)
  if (!hook || !isSigned(hook.secret, call)) throw hookRefused()
  await repos.askForSync(ctx.db, hook.userId, hook.repoId, ctx.now)
}

/** `X-Hub-Signature-256` of GitHub and Gitea over the very bytes, or the plain token of GitLab. */
function isSigned(secret: string, { body, signature, token }: HookCall): boolean {
  if (signature !== null) {
    const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex')
    return sameBytes(given, hmacSha256(Buffer.from(secret), body))
  }
  return token !== null && sameBytes(sha256(token), sha256(secret))
}
