import { Gauge, type Registry } from 'prom-client'

export type GaugeSpec = { help: string; labels?: readonly string[] }
export type Sample<Name extends string> = { name: Name; labels?: Readonly<Record<string, string>>; value: number }

/** Two scrapes in a row, or all gauges of one scrape, share one reading. */
const FRESH_MS = 2_000

/**
 * Gauges whose values are read at scrape time. A failed reading has no samples: an old number would look healthy, and a scrape
 * must not fail because the database does. `failed` is called, since missing samples alone go unnoticed.
 */
export function registerGauges<Name extends string>(
  registry: Registry,
  gauges: Readonly<Record<Name, GaugeSpec>>,
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
  for (const [name, { help, labels = [] }] of Object.entries<GaugeSpec>(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const samples = await fresh()
        this.reset()
        // A reset of a gauge without labels leaves a zero behind, which would look like a value.
        if (labels.length === 0) this.remove()
        for (const sample of samples) if (sample.name === name) this.set({ ...sample.labels }, sample.value)
      },
    })
  }
}
