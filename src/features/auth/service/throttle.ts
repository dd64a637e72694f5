import { addSeconds } from '#base/time.ts'
import { sha256 } from '#platform/crypto.ts'
import type { Ctx } from '#platform/ctx.ts'
import { FORGET_FAILURES_HOURS, THROTTLES } from '../password.ts'
import { tooManyAttempts } from '../problems.ts'
import * as store from '../store/passwords.ts'

/** What the attempts of a sign-in are counted by. */
export type Attempt = {
  address: string
  signInName: string | null
  /** A browser that has signed in to this account: it is counted instead of the name, where the failures of strangers are. */
  device?: Buffer | null
}

const keyOf = (what: keyof typeof THROTTLES, value: string) => sha256(`${what}:${value}`)

/** Counts a guess for its address and its name; throws while either must wait. Both are counted before the secret is checked. */
export async function countAttempt(ctx: Ctx, { address, signInName, device }: Attempt): Promise<void> {
  await count(ctx, 'address', address)
  if (device) await count(ctx, 'device', device.toString('hex'))
  else if (signInName !== null) await count(ctx, 'name', signInName)
}

async function count({ db, now }: Ctx, what: keyof typeof THROTTLES, value: string): Promise<void> {
  const forgetAt = addSeconds(now, FORGET_FAILURES_HOURS * 3600)
  const blockedUntil = await store.countAttempt(db, { key: keyOf(what, value), now, forgetAt, ...THROTTLES[what] })
  if (blockedUntil === null) return
  const seconds = Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000))
  throw tooManyAttempts({ retry_after: seconds }, { 'retry-after': String(seconds) })
}

/**
 * The secret was right. Failures of the address stay: otherwise an own account would erase guesses at others. A known device leaves
 * those of the name too: otherwise each sign-in of the owner would give strangers new free guesses.
 */
export async function uncountAttempt({ db, now }: Ctx, { address, signInName, device }: Attempt): Promise<void> {
  await store.uncountAttempt(db, keyOf('address', address), now)
  if (device) await store.forgetAttempts(db, keyOf('device', device.toString('hex')))
  else if (signInName !== null) await store.forgetAttempts(db, keyOf('name', signInName))
}
