import { Gauge, type Registry } from 'prom-client'

export type Watched = { help: string; labels?: readonly string[] }
export type Sample<Name extends string> = { name: Name; labels?: Readonly<Record<string, string>>; value: number }

/** Two scrapes in a row, or all gauges of one scrape, ask once. */
const FRESH_MS = 2_000

/**
 * Gauges whose values are asked for when somebody scrapes. What cannot be asked is not there: an old number would look like a
 * healthy one, and a scrape must not fail because the database does. `failed` is told, since nobody sees what is not there.
 */
export function watch<Name extends string>(
  registry: Registry,
  gauges: Readonly<Record<Name, Watched>>,
  read: () => Promise<readonly Sample<Name>[]>,
  failed: (error: unknown) => void,
): void {
  let asked: Promise<readonly Sample<Name>[]> | null = null
  const fresh = () => {
    if (asked) return asked
    asked = read().catch((error: unknown) => {
      failed(error)
      return []
    })
    setTimeout(() => {
      asked = null
    }, FRESH_MS).unref()
    return asked
  }
  for (const [name, { help, labels = [] }] of Object.entries<Watched>(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const samples = await fresh()
        this.reset()
        // Without labels a reset leaves a zero behind, which would be an answer.
        if (labels.length === 0) this.remove()
        for (const sample of samples) if (sample.name === name) this.set({ ...sample.labels }, sample.value)
      },
    })
  }
}
