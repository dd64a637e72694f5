import type { UserCtx } from '#platform/ctx.ts'
import { advertise, type GitBody, type GitService, uploadPack } from '#platform/git/library/serve.ts'
import { openKnown, openNewest } from './open.ts'

export type { GitService } from '#platform/git/library/serve.ts'

/** `protocol`: the version that the client asks for. */
export type GitRequest = { protocol: string | null; signal: AbortSignal }

/** Lists the branch, after everything that was saved since is in it. The stream holds a slot for transfers. */
export async function advertiseRefs(ctx: UserCtx, service: GitService, request: GitRequest) {
  const { library } = await openNewest(ctx)
  return ctx.slots.transfers.stream(ctx.user.id, () => advertise(service, { dir: library.dir, ...request }))
}

/** Answers a request of a clone or a fetch. */
export async function sendPack(ctx: UserCtx, request: GitRequest, body: GitBody) {
  const { library } = await openKnown(ctx)
  return ctx.slots.transfers.stream(ctx.user.id, () => uploadPack({ dir: library.dir, ...request }, body))
}
