import type { UserCtx } from '#platform/ctx.ts'
import type { Task } from '#platform/threads.ts'
import { parseBody } from '../body.ts'
import type { Body } from '../shown-note.ts'

type Bodies = { contents: readonly string[]; query: string }

export const parseBodiesTask: Task<Bodies, Body[]> = {
  name: 'parse-note-bodies',
  deadlineMs: 5_000,
  run: ({ contents, query }) => contents.map((content) => parseBody(content, query)),
}

/** Runs in a worker thread: notes full of combining marks and emoji take half a second. */
export async function parseBodies(ctx: UserCtx, contents: readonly string[], query: string): Promise<Body[]> {
  return contents.length === 0 ? [] : ctx.offload(parseBodiesTask, { contents, query })
}
