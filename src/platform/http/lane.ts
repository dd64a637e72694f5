import type { FastifyRequest } from 'fastify'
import { addressKey } from './address-key.ts'

/** Whose share of the process this request uses: the user's, or for a visitor that of the network. */
export function laneOf({ visitor, ip }: FastifyRequest): string {
  return visitor?.user.id ?? addressKey(ip)
}
