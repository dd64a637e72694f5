import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { credentialsInUrl } from '../problems.ts'
import { addRepo } from './repos.ts'

/** The problem of a form becomes the query of its redirect. A URL that contains a password is left out. */
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
