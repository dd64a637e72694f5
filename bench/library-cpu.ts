import { readFileSync } from 'node:fs'
import type { Client } from 'pg'

/** What the kernel knows of some processes' main threads: milliseconds on a processor, and milliseconds ready but waiting for one. */
export type Sched = { ran: number; waited: number }

export function schedOf(pids: readonly number[]): Sched {
  const all = pids.map((pid) => readSched(pid))
  return { ran: all.reduce((sum, { ran }) => sum + ran, 0), waited: all.reduce((sum, { waited }) => sum + waited, 0) }
}

function readSched(pid: number): Sched {
  try {
    const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    // Gone: a connection that the pool has closed.
    return { ran: 0, waited: 0 }
  }
}

/** The server's processes that work for the web process. */
export async function backendsOfWeb(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'codeshelf-web'",
  )
  return rows.map(({ pid }) => pid)
}

export async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

export type Timed = {
  wall: number
  /** Less the time in which one of the processes stood in the queue for a processor: what a machine of our own would take. */
  own: number
}

/** Times a run that hands work from one of these processes to the next. */
export async function timed(pids: readonly number[], run: () => Promise<unknown>): Promise<Timed> {
  const before = schedOf(pids)
  const from = performance.now()
  await run()
  const wall = performance.now() - from
  const after = schedOf(pids)
  // Two that waited at the same time are counted twice, so never less than what they ran.
  const ran = Math.min(wall, after.ran - before.ran)
  return { wall, own: Math.max(ran, wall - (after.waited - before.waited)) }
}
