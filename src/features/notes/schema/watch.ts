import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import type { Watch } from '#features/following/watch.ts'
import { SymbolItem, toSymbolItem } from './places.ts'

export const WatchState = z.object({
  state: z.enum(['on', 'fired']),
  since: z.string(),
  fired_at: z.string().nullable(),
  /** The function or type that is watched; missing when the lines are. */
  symbol: SymbolItem.optional(),
})

export function toWireWatch({ at, firedAt, symbol }: Watch) {
  const state = firedAt ? ('fired' as const) : ('on' as const)
  return {
    state,
    since: isoUtc(at),
    fired_at: firedAt && isoUtc(firedAt),
    ...(symbol && { symbol: toSymbolItem(symbol) }),
  }
}
