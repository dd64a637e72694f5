import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

export function hmacSha256(key: Uint8Array, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

/** Takes as long for a near miss as for a far one, so an attacker learns nothing from the clock. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
