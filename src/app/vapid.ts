import { newVapidPair } from '#platform/push/vapid.ts'

/** Prints a new key pair as environment lines. Changing the pair later unsubscribes every device. */
export function run(): Promise<void> {
  const { publicKey, privateKey } = newVapidPair()
  process.stdout.write(
    `VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}\nVAPID_SUBJECT=mailto:you@your.domain\n`,
  )
  return Promise.resolve()
}
