import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { credentialsInUrl } from '../problems.ts'
import { addRepo } from './repos.ts'

/** What a form was told is a query of the page it leads back to. An address with a password in it is not repeated. */
export async function addByForm(ctx: UserCtx, ask: { url: string; branch: string | null }): Promise<URLSearchParams> {
  try {
    await addRepo(ctx, ask)
    return new URLSearchParams()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isSecret = error.code === credentialsInUrl.kind.code
    return new URLSearchParams({ problem: error.code, ...(!isSecret && { url: ask.url }) })
  }
}
