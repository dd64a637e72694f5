import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

export function hmacSha256(key: Uint8Array, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

/** Compares in constant time, so that timing reveals nothing to an attacker. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
