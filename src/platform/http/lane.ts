import type { FastifyRequest } from 'fastify'

/** The lane of this request in the thread pool: the user's, or for a visitor that of the address. */
export function laneOf({ visitor, ip }: FastifyRequest): string {
  return visitor?.user.id ?? ip
}
