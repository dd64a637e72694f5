import type { UserCtx } from '#platform/ctx.ts'
import type { Task } from '#platform/threads.ts'
import { parseBody } from '../body.ts'
import type { Body } from '../shown-note.ts'

type Bodies = { contents: readonly string[]; words: readonly string[] }

export const parseBodiesTask: Task<Bodies, Body[]> = {
  name: 'parse-note-bodies',
  deadlineMs: 5_000,
  run: ({ contents, words }) => contents.map((content) => parseBody(content, words)),
}

/** Runs in a worker thread: notes full of combining marks and emoji take half a second. */
export async function parseBodies(
  ctx: UserCtx,
  contents: readonly string[],
  words: readonly string[],
): Promise<Body[]> {
  return contents.length === 0 ? [] : ctx.offload(parseBodiesTask, { contents, words })
}
