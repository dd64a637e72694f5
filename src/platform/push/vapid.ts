import { createECDH } from 'node:crypto'

/** Identifies this installation to push services. */
export type VapidKeys = { publicKey: string; subject: string }

export type VapidError = { name: 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT'; why: string }

/** What is wrong with the settings, by name. A mismatched pair must fail at start-up, not at the first push. */
export function findVapidError(given: {
  publicKey: string
  privateKey: string | null
  subject: string
}): VapidError | null {
  const publicKey = decode(given.publicKey)
  if (publicKey?.length !== 65 || publicKey[0] !== 4)
    return { name: 'VAPID_PUBLIC_KEY', why: 'not an uncompressed P-256 point in base64url (87 characters)' }
  if (!isVapidSubject(given.subject))
    return { name: 'VAPID_SUBJECT', why: 'not an https address or mailto: of a real domain' }
  if (given.privateKey === null) return null
  const privateKey = decode(given.privateKey)
  if (privateKey?.length !== 32) return { name: 'VAPID_PRIVATE_KEY', why: 'not 32 bytes in base64url (43 characters)' }
  if (publicKeyOf(privateKey) !== given.publicKey)
    return { name: 'VAPID_PRIVATE_KEY', why: 'does not belong to VAPID_PUBLIC_KEY' }
  return null
}

export function newVapidPair(): { publicKey: string; privateKey: string } {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const privateKey = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()]).subarray(-32)
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

function publicKeyOf(privateKey: Buffer): string | null {
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(privateKey)
    return ecdh.getPublicKey('base64url')
  } catch {
    return null // zero, or beyond the order of the curve
  }
}

function decode(text: string): Buffer | null {
  return /^[A-Za-z0-9_-]+$/.test(text) ? Buffer.from(text, 'base64url') : null
}

/** Apple answers 403 to `mailto:x@localhost`: an unreachable subject. */
export function isVapidSubject(subject: string): boolean {
  const host = /^mailto:[^@\s]+@([^@\s]+)$/.exec(subject)?.[1] ?? hostOfHttps(subject)
  return host !== null && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host) && !/\.(localhost|local|internal|test)$/i.test(host)
}

function hostOfHttps(subject: string): string | null {
  const url = URL.canParse(subject) ? new URL(subject) : null
  return url?.protocol === 'https:' ? url.hostname : null
}
