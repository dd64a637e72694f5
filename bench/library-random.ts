/** The same numbers for the same seed, on every machine: mulberry32. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    next,
    below,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0],
    /** Early ones far more often than late ones, as tags and repos are used. */
    pickEarly: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(list.length * next() ** 2.5)] ?? list[0],
    bytes(count: number): Uint8Array {
      return Uint8Array.from({ length: count }, () => below(256))
    },
  }
}

export type Random = ReturnType<typeof seededRandom>
