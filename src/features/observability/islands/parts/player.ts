/** Playback speed: seconds of the window per second. */
export const SPEEDS = [60, 300, 1_800, 7_200] as const
export const FRAME_MS = 100

/** The speed at which playback of the window takes about half a minute. */
export function fittingSpeed(windowSeconds: number): number {
  return SPEEDS.find((speed) => windowSeconds / speed <= 40) ?? SPEEDS[3]
}

/** The index of the latest item at or before this moment; -1 before the first. */
export function lastBefore(items: readonly { at: number }[], moment: number): number {
  return items.findLastIndex(({ at }) => at <= moment)
}
