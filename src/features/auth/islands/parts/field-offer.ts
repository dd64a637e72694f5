import { call } from '#browser/api.ts'
import { deviceNow, onPageLifecycle } from '#browser/page-life.ts'
import { offerPasskeyInField, type RequestOptions } from '#browser/passkeys.ts'
import { CHALLENGE_MINUTES } from '../../one-time.ts'

/** A new offer needs a new challenge, and each is a request: only before the old one expires. */
const RENEW_MS = (CHALLENGE_MINUTES - 1) * 60_000
const CHECK_MS = 20_000

type Response = Parameters<Parameters<typeof offerPasskeyInField>[1]>[0]
type Parts = { isBusy: () => boolean; onResponse: (response: Response) => void }

/** Keeps passkeys in the autofill of the user name field. `renew` starts again after another ceremony replaced the offer. */
export function keepOffer({ isBusy, onResponse }: Parts): { renew: () => void; stop: () => void } {
  let offeredAt = -Infinity
  let isAsking = false
  const offer = async () => {
    const isFresh = deviceNow() - offeredAt < RENEW_MS
    if (isAsking || isFresh || isBusy() || document.visibilityState === 'hidden') return
    isAsking = true
    const answer = await call<{ options: RequestOptions }>('POST', '/auth/passkey/options')
    isAsking = false
    // Refused or offline: the user asked for nothing, and the button is still there.
    offeredAt = deviceNow()
    if (answer.outcome === 'done' && !isBusy()) offerPasskeyInField(answer.data.options, onResponse)
  }
  const start = () => void offer()
  const timer = setInterval(start, CHECK_MS)
  const stopListening = onPageLifecycle({ leaving: () => {}, back: start, online: start })
  start()
  return {
    renew: () => {
      offeredAt = -Infinity
      start()
    },
    stop: () => {
      clearInterval(timer)
      stopListening()
    },
  }
}
