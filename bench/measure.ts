import autocannon from 'autocannon'

/** `twin`: title of the target that does the same with less. */
export type Target = { title: string; url: string; cookies: string[]; twin?: string }
export type Measured = { target: Target; perSecond: number; p50: number; p975: number; p99: number }

const CONNECTIONS = 10

/**
 * Every target is asked in turn, several times over, so that a busy moment of the machine falls on all of them;
 * of each the pass with the median rate counts. The first pass only warms up.
 */
export async function measure(targets: Target[], seconds: number, passes: number): Promise<Measured[]> {
  for (const target of targets) await load(target, 1)
  const runs: Measured[][] = targets.map(() => [])
  for (let pass = 0; pass < passes; pass++) {
    for (const [i, target] of targets.entries()) runs[i]?.push(await load(target, seconds))
  }
  return runs.map(median)
}

function median(runs: Measured[]): Measured {
  const middle = runs.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(runs.length / 2)]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

/** Each request as the next person: nobody may ask more than 300 times a minute. */
async function load(target: Target, seconds: number): Promise<Measured> {
  const { title, url, cookies } = target
  const times: number[] = []
  const requests = cookies.map((cookie) => ({ headers: { cookie, accept: 'application/json' } }))
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, connections: CONNECTIONS, duration: seconds, requests }
    const running = autocannon(options, (error: Error | null, done) => (error ? reject(error) : resolve(done)))
    // Its own summary is in whole milliseconds.
    running.on('response', (_client, _status, _bytes, ms) => times.push(ms))
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${title}: ${failed} of ${times.length} requests failed`)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { target, perSecond: times.length / result.duration, p50: at(0.5), p975: at(0.975), p99: at(0.99) }
}
