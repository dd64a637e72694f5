import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '#platform/free-port.ts'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '7' }, idle: { type: 'string', default: '20' } },
})

/** Time to the first answer of `codeshelf start`, and the memory of every process while nobody uses it. Needs `npm run build`. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'codeshelf-bench-start-'))
  chmodSync(folder, 0o711)
  const data = join(folder, 'data')
  const port = await freePort()
  try {
    console.log(`first start, with an empty data folder: ${await timeOf(data, port)} ms`)
    const times: number[] = []
    for (let run = 0; run < Number(values.runs); run++) times.push(await timeOf(data, port))
    const sorted = times.toSorted((a, b) => a - b)
    console.log(`next starts: median ${sorted[Math.floor(sorted.length / 2)]} ms of ${sorted.join(', ')}`)
    await timeOf(data, port, printMemory)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timeOf(data: string, port: number, then?: (pid: number) => Promise<void>): Promise<number> {
  const from = performance.now()
  const args = ['dist/server/main.js', 'start', '--data', data, '--port', `${port}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('codeshelf start failed')
    // Seldom enough to leave both cores to what is measured.
    await sleep(15)
  }
  const ms = Math.round(performance.now() - from)
  await then?.(child.pid ?? 0)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return ms
}

async function answers(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
  await response?.body?.cancel()
  return response?.ok ?? false
}

async function printMemory(parent: number): Promise<void> {
  await sleep(Number(values.idle) * 1000)
  const rows = descendants(parent).map((pid) => ({ command: commandOf(pid), mb: pssOf(pid) }))
  for (const { command, mb } of rows.filter((row) => row.mb >= 1))
    console.log(`${mb.toFixed(1).padStart(7)} MB  ${command}`)
  console.log(
    `${rows
      .reduce((sum, row) => sum + row.mb, 0)
      .toFixed(1)
      .padStart(7)} MB  everything, after ${values.idle} s (PSS)`,
  )
}

function descendants(parent: number): number[] {
  const parents = globSync('/proc/[0-9]*/stat').flatMap((path) => {
    try {
      // The name of a program is in brackets and may hold spaces.
      const fields = readFileSync(path, 'utf8')
        .replace(/^(\d+) \(.*\) /s, '$1 ')
        .split(' ')
      return [[Number(fields[0]), Number(fields[2])] as const]
    } catch {
      return [] // It has ended meanwhile.
    }
  })
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(([, above]) => above === pid).flatMap(([child]) => below(child)),
  ]
  return below(parent)
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 100)
}

function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
}

await main()
