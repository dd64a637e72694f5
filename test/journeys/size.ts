/** `JOURNEYS=all`: all forms, full sizes and the strict limits of a quiet machine. The gate runs the small size. */
export const isWhole = process.env['JOURNEYS'] === 'all'

/** Shows the same in every language and on every screen: the small size runs it in Hebrew on a desktop only. */
export const ONCE = { tag: '@once' }

/** Times asserted in the gate find what is broken, not what is slow: its machine may have a third of the speed. */
export const SLACK = isWhole ? 1 : 5
