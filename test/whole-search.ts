import { type client, replyOf } from './client.ts'

/** Where the time is always up, a test fails by what was not found. */
const TRIES = 20

/** Asks again while the time was up: a search has 150 to 400 ms, and a busy machine may stall for longer. */
export async function untilWhole<Reply>(ask: () => Promise<Reply>, isWhole: (reply: Reply) => boolean): Promise<Reply> {
  let reply = await ask()
  for (let i = 1; i < TRIES && !isWhole(reply); i++) reply = await ask()
  return reply
}

/** The search of everything. What it says of symbols is no matter of time: they are read by a job. */
export function searchWhole(user: Pick<ReturnType<typeof client>, 'get'>, q: string) {
  return untilWhole(
    async () => replyOf(await user.get(`/api/search?q=${encodeURIComponent(q)}`)),
    ({ groups }) => groups.every(({ group, unsearched }) => group === 'symbols' || unsearched === undefined),
  )
}
