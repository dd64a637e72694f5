import type { Sandbox } from './sandbox.ts'

export type ShelfOptions = {
  open: () => Promise<Sandbox>
  /** How many are prestarted. */
  warm: number
  /** Called when a sandbox could not be prestarted. */
  trouble: (error: unknown) => void
}

/** Prestarted sandboxes, each for one use. */
export function createShelf({ open, warm, trouble }: ShelfOptions) {
  const ready = new Set<Promise<Sandbox | null>>()
  let isOpen = true

  const add = () => {
    const opening = open().catch((error: unknown) => {
      ready.delete(opening)
      trouble(error)
      return null
    })
    ready.add(opening)
  }
  return {
    refill: () => {
      while (isOpen && ready.size < warm) add()
    },
    take: async (): Promise<Sandbox> => {
      const [first] = ready
      if (!first) return open()
      ready.delete(first)
      const sandbox = await first
      if (sandbox?.isAlive()) return sandbox
      await sandbox?.end()
      return open()
    },
    close: async () => {
      isOpen = false
      for (const opening of ready) await (await opening)?.end()
      ready.clear()
    },
  }
}
