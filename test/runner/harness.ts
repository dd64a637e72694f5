import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import type { EngineName } from '#platform/config/runner.ts'
import { type RunEnd, RunEvent, type RunJob, RunnerHealth } from '#platform/runners/protocol.ts'
import { childrenOf } from '#runner/cgroups/files.ts'
import { findCgroupPaths } from '#runner/cgroups/find.ts'
import { PREFIX } from '#runner/cgroups/groups.ts'
import { sweepGroups } from '#runner/cgroups/prepare.ts'
import { spawnOwned } from '#platform/owned-process.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { SMALL_DISK } from '../small-disk.ts'

const SECRET = 'the-secret-of-the-test-runner'
export const ENGINES = ['gvisor', 'bubblewrap'] as const satisfies EngineName[]
/** Nobody else on the machine is this user, nor are tests beside us, of this run or another: what runs as it is ours. */
export const RUNNER_UID = 64_100 + ((process.pid + threadId) % 1000)
export const ROOT = process.env['RUNNER_ROOT'] ?? '/var/lib/codeshelf/sandbox-root'

const NEEDED: readonly [what: string, isHere: () => boolean][] = [
  ['Linux on x86-64', () => process.platform === 'linux' && process.arch === 'x64'],
  ['root, to make control groups', () => process.getuid?.() === 0],
  ['bubblewrap', () => spawnSync('bwrap', ['--version']).status === 0],
  ['runsc', () => spawnSync('runsc', ['--version']).status === 0],
  ['user namespaces', () => spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0],
  [`${ROOT} (tools/sandbox-root.sh)`, () => existsSync(ROOT)],
]

/**
 * What a wall is built from and is missing here. The tests of the wall are then skipped, and say so loudly; with REQUIRE_WALL=1
 * a missing wall is a failure, and that is how a release is tested.
 */
export function missingForWall(): string[] {
  const missing = NEEDED.flatMap(([what, isHere]) => (isHere() ? [] : [what]))
  if (missing.length === 0) return []
  const words = `no wall can be built here: ${missing.join(', ')}`
  if (process.env['REQUIRE_WALL'] === '1') throw new Error(words)
  process.stderr.write(`\n!! SKIPPED, ${words}\n\n`)
  return missing
}

export type Result = RunEnd & { stdout: string; stderr: string; places: number[]; status: number }
export type TestRunner = Awaited<ReturnType<typeof startTestRunner>>

export const STANDARD: Omit<RunJob, 'code'> = {
  stdin: '',
  timeoutMs: 10_000,
  memoryMb: 128,
  outputBytes: 102_400,
  imports: null,
}

/** The real process, started by root as in production, in a folder of its own. */
export async function startTestRunner(engine: EngineName, environment: Record<string, string> = {}) {
  const state = mkdtempSync(join(tmpdir(), 'codeshelf-runner-'))
  const socket = join(state, 'runner.sock')
  const owned = spawnOwned(process.execPath, ['--import', './tools/tsx.ts', 'src/main.ts', 'runner'], {
    env: {
      ...COMPILE_CACHE,
      PATH: process.env['PATH'],
      RUNNER_SECRET: SECRET,
      RUNNER_ENGINE: engine,
      RUNNER_STATE: state,
      RUNNER_ROOT: ROOT,
      RUNNER_UID: String(RUNNER_UID),
      RUNNER_LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const pid = owned.child.pid ?? 0
  const end = async () => {
    await owned.stop()
    await sweepGroups()
    rmSync(state, { recursive: true, force: true })
  }
  await untilHealthy(socket, () => owned.running()).catch(async (error: unknown) => {
    await end()
    throw error
  })
  return {
    pid,
    socket,
    health: () => health(socket),
    run: (job: Partial<RunJob> & { code: string }, options: SendOptions = {}) =>
      send(socket, { ...STANDARD, ...job }, options),
    /** Control groups of sandboxes that exist now. */
    groups: () => groupsOf(pid),
    kill: () => owned.stop('SIGKILL'),
    [Symbol.asyncDispose]: end,
  }
}

async function untilHealthy(socket: string, isRunning: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && isRunning(); await sleep(50)) {
    if (existsSync(socket) && (await health(socket).catch(() => null))) return
  }
  throw new Error('The runner did not start')
}

async function health(socket: string): Promise<RunnerHealth> {
  const { lines } = await exchange(socket, 'GET', '/health', '', {})
  return RunnerHealth.parse(JSON.parse(lines[0] ?? ''))
}

export type SendOptions = { signal?: AbortSignal; onEvent?: (event: RunEvent) => void; secret?: string }

async function send(socket: string, job: RunJob, options: SendOptions): Promise<Result> {
  const { status, lines } = await exchange(socket, 'POST', '/run', JSON.stringify(job), options)
  if (status !== 200) throw new Error(`${status} ${lines.join('')}`)
  const events = lines.map((line) => RunEvent.parse(JSON.parse(line)))
  const text = (name: string) =>
    events.flatMap((event) => (event.kind === 'output' && event.stream === name ? [event.text] : [])).join('')
  const last = events.at(-1)
  if (last?.kind !== 'end') throw new Error(`no end: ${JSON.stringify(last)}`)
  const places = events.flatMap((event) => (event.kind === 'queued' ? [event.place] : []))
  return { ...last.end, stdout: text('stdout'), stderr: text('stderr'), places, status }
}

function exchange(socketPath: string, method: string, path: string, body: string, options: SendOptions) {
  const { signal, onEvent, secret = SECRET } = options
  return new Promise<{ status: number; lines: string[] }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-length': Buffer.byteLength(body) }
    const sent = request({ socketPath, method, path, headers, ...(signal && { signal }) }, (response) => {
      const lines: string[] = []
      response.on('error', reject)
      createInterface({ input: response })
        .on('error', reject)
        .on('line', (line) => {
          lines.push(line)
          onEvent?.(RunEvent.safeParse(JSON.parse(line)).data ?? { kind: 'unavailable', reason: 'no event' })
        })
        .on('close', () => resolve({ status: response.statusCode ?? 0, lines }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function groupsOf(pid: number): string[] {
  const places = findCgroupPaths()
  if (places?.kind !== 'v1') return places ? childrenOf(join(places.unified, `${PREFIX}${pid}`)) : []
  return [places.memory, places.pids, places.cpu, ...(places.unified === null ? [] : [places.unified])]
    .flatMap((parent) => childrenOf(join(parent, `${PREFIX}${pid}`)))
    .filter((name) => name !== 'self')
}

/**
 * Every process of the sandboxes' user, with its name: the runner itself and nothing else, when nothing runs. The dead
 * are not counted: the machine's first process collects them in its own time.
 */
export function processesOfRunners(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (statSync(`/proc/${pid}`).uid !== RUNNER_UID) return []
        const [, name = '', state = ''] = /\((.*)\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return state === 'Z' || state === 'X' ? [] : [`${pid} ${name}`]
      } catch {
        return []
      }
    })
}

/** Without the small file systems that tests of full disks mount at the same time. */
export function mountCount(): number {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  return mounts.filter((line) => !line.includes(SMALL_DISK)).length
}
