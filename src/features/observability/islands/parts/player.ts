/** Seconds of the window that pass in one second of playing. */
export const SPEEDS = [60, 300, 1_800, 7_200] as const
export const FRAME_MS = 100

/** A speed at which the window takes about half a minute. */
export function fittingSpeed(windowSeconds: number): number {
  return SPEEDS.find((speed) => windowSeconds / speed <= 40) ?? SPEEDS[3]
}

/** The latest of the items that has happened at this moment; -1 before the first. */
export function lastBefore(items: readonly { at: number }[], moment: number): number {
  return items.findLastIndex(({ at }) => at <= moment)
}
