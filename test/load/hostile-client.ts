import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { type Attack, type BodyRoute, IMPORT_FAMILIES, jsonAttacks } from './hostile-inputs.ts'

/** Which family to send; in a thread of its own, so that making and sending bodies delays no measurement. */
export type Order = { family: string; seconds?: number }
export type Report = { sent: number; statuses: Record<string, number>; slowestMs: number }
export type Settings = { port: number; cookie: string; token: string; routes: BodyRoute[] }

const PATIENCE_MS = 60_000
const settings = workerData as Settings

parentPort?.on('message', async ({ family, seconds }: Order) => {
  const report: Report = { sent: 0, statuses: {}, slowestMs: 0 }
  const until = performance.now() + (seconds ?? 0) * 1_000
  do {
    for await (const attack of attacksOf(family)) {
      const { status, ms } = await send(attack)
      report.sent += 1
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      report.slowestMs = Math.max(report.slowestMs, ms)
      if (seconds !== undefined && performance.now() > until) break
    }
  } while (performance.now() < until)
  parentPort?.postMessage(report)
})

async function* attacksOf(family: string): AsyncGenerator<Attack> {
  const importers = family === 'all' ? Object.values(IMPORT_FAMILIES) : [IMPORT_FAMILIES[family]]
  for (const importer of importers) for (const attack of importer?.() ?? []) yield attack
  for (const make of jsonAttacks(settings.routes, family === 'all' ? undefined : [family]))
    if (IMPORT_FAMILIES[family] === undefined) yield make()
}

function send({ method, path, type, body, needsToken }: Attack): Promise<{ status: number; ms: number }> {
  const { port, cookie, token } = settings
  const from = performance.now()
  const origin = `http://127.0.0.1:${port}`
  const basic = `Basic ${Buffer.from(`git:${token}`).toString('base64')}`
  const proof = needsToken ? { authorization: basic } : { cookie, origin }
  const headers = { 'content-type': type, 'content-length': body.length, ...proof }
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, ms: performance.now() - from })
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      response
        .resume()
        .on('end', () => done(response.statusCode ?? 0))
        .on('error', () => done(0))
    })
    outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy())
    outgoing.on('error', () => done(0))
    outgoing.end(body)
  })
}
