import { newVapidPair } from '#platform/push/vapid.ts'

const { publicKey, privateKey } = newVapidPair()

/** Settings with which an application sends to a push service on loopback. */
export const PUSH_ENVIRONMENT = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:shelf@example.org',
  PUSH_TEST_ENDPOINTS: 'true',
} as const
