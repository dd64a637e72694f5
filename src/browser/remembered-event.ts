/** Something that happens once on a page. Listeners that are registered after it run too: parts of a page hydrate in any order. */
export function rememberedEvent(): { emit: () => void; listen: (run: () => void) => () => void } {
  const listeners = new Set<() => void>()
  let hasHappened = false
  return {
    emit: () => {
      if (hasHappened) return
      hasHappened = true
      for (const run of listeners) run()
    },
    /** Returns the function that removes the listener. */
    listen: (run) => {
      if (hasHappened) run()
      listeners.add(run)
      return () => listeners.delete(run)
    },
  }
}
