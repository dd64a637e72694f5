import type { UserCtx } from '#platform/ctx.ts'
import * as store from '../store.ts'
import { appendNewCommits } from './append.ts'
import { bringUpToDate, HistoryChanged, type OpenLibrary } from './build.ts'

const TRIES = 3

/** The repository of the user, with everything that is in the library now. */
export async function openNewest(ctx: UserCtx): Promise<OpenLibrary> {
  return retryIfChanged(async () => bringUpToDate(ctx, await appendNewCommits(ctx)))
}

/**
 * The repository as of the newest commit. The later requests of a clone use it: they may reach another process, whose disk does
 * not have the repository yet, but must find what the first request announced.
 */
export async function openKnown(ctx: UserCtx): Promise<OpenLibrary> {
  return retryIfChanged(async () => {
    const history = await store.findHistory(ctx.db, ctx.user.id)
    return bringUpToDate(ctx, history ?? (await appendNewCommits(ctx)))
  })
}

async function retryIfChanged<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof HistoryChanged) || attempt === TRIES) throw error
    }
  }
}
