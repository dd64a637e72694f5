import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { COMPILE_CACHE } from './compile-cache.ts'

const TIMEOUT_MS = 180_000

type Started = { output: () => string; exited: Promise<number | null>; pid: number; stop: () => Promise<number | null> }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-start-'))
  // PostgreSQL's user must be able to enter, when root runs this test.
  chmodSync(dir, 0o711)
  return join(dir, 'data')
}

const PROGRAM = ['--import', './tools/tsx.ts', 'src/main.ts']
// Nothing of the tests' environment: no DATABASE_URL, no runner.
const env = { ...COMPILE_CACHE, PATH: process.env['PATH'], HOME: process.env['HOME'], METRICS_PORT: '0', RUNNERS: '' }

/** `codeshelf <command>` to its end, with everything that it printed. */
function command(...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...args], { env, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

function expectEnd(
  { status, text }: { status: number | null; text: string },
  wanted: number,
  part: string | RegExp,
): void {
  if (typeof part === 'string') expect(text).toContain(part)
  else expect(text).toMatch(part)
  expect(status).toBe(wanted)
}

/** `codeshelf start` from the sources, as a person starts it. */
function start(data: string, port: number): Started {
  const program = [...PROGRAM, 'start', '--data', data, '--port', `${port}`]
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  // Not `exit`: it may come before the last output has been read.
  const exited = once(child, 'close').then(() => child.exitCode)
  const stop = async () => {
    child.kill('SIGTERM')
    return exited
  }
  cleanups.push(stop)
  return { output: () => text, exited, pid: child.pid ?? 0, stop }
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within a minute: ${what}`)
    await sleep(50)
  }
}

const answers = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false

/** The process ids of the children, by a word of their command line. There are none for a moment when all have ended. */
function childrenOf(parent: number, word: string): number[] {
  // Not `ps --ppid`: without a child it fails.
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(word) && !line.includes('read _'))
    .map((line) => line.trim().split(/\s+/, 2).map(Number))
    .flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))
}

// One data folder for all: making a cluster takes seconds.
const data = newFolder()
const port = await freePort()
afterAll(() => rmSync(dirname(data), { recursive: true, force: true }))

async function startAndWait(): Promise<Started> {
  const started = start(data, port)
  await until('ready', () => started.output().includes('is ready'))
  return started
}

test(
  'start makes a data folder, prints the set-up link, serves, and stops with its database',
  async () => {
    const started = await startAndWait()
    expect(started.output()).toContain(`open      http://localhost:${port}`)
    const link = /http:\/\/localhost:\d+\/set-up\/\S+/.exec(started.output())?.[0] ?? ''
    expect((await fetch(link.replace('localhost', '127.0.0.1'))).status).toBe(200)
    expect(statSync(join(data, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(data, 'backups')).mode & 0o777).toBe(0o700)

    const sameFolder = start(data, await freePort())
    expect(await sameFolder.exited).toBe(1)
    expect(sameFolder.output()).toContain(`already runs with the data folder ${data}: http://localhost:${port}`)

    const samePort = start(join(dirname(data), 'other'), port)
    expect(await samePort.exited).toBe(1)
    expect(samePort.output()).toContain(`Port ${port} on 127.0.0.1 is used by another Codeshelf installation`)

    expect(await started.stop()).toBe(0)
    expect(isUsed(data)).toBe(false)
  },
  TIMEOUT_MS,
)

test(
  'start restarts the server and PostgreSQL when they are killed, and keeps its secrets',
  async () => {
    const secrets = readFileSync(join(data, 'secrets.json'), 'utf8')
    const started = await startAndWait()
    const [server] = childrenOf(started.pid, ' serve')
    const [postgres] = childrenOf(started.pid, '/postgres ')
    process.kill(server ?? 0, 'SIGKILL')
    await until('the server is started again', () => childrenOf(started.pid, ' serve').some((pid) => pid !== server))
    await until('the server answers again', () => answers(port))
    expect(started.output()).toContain('The server ended (SIGKILL) and starts again in 1 s')
    process.kill(postgres ?? 0, 'SIGKILL')
    await until('PostgreSQL is started again', () =>
      childrenOf(started.pid, '/postgres ').some((pid) => pid !== postgres),
    )
    await until('the server answers again', () => answers(port))
    expect(readFileSync(join(data, 'secrets.json'), 'utf8')).toBe(secrets)
  },
  TIMEOUT_MS,
)

test(
  'start tries again when PostgreSQL cannot be started, because a process of the killed one still runs',
  async () => {
    const started = await startAndWait()
    const [postgres = 0] = childrenOf(started.pid, '/postgres ')
    const [checkpointer = 0] = childrenOf(postgres, 'checkpointer')
    process.kill(checkpointer, 'SIGSTOP')
    try {
      process.kill(postgres, 'SIGKILL')
      await until('a start has failed', () => started.output().includes('PostgreSQL ended (PostgreSQL did not start'))
    } finally {
      // Also after a failure: a stopped process would hold the data folder of the next test.
      process.kill(checkpointer, 'SIGCONT')
    }
    await until('the server answers again', () => answers(port))
  },
  TIMEOUT_MS,
)

test(
  'nothing is left running when start itself is killed, and it can be started again',
  async () => {
    const started = await startAndWait()
    process.kill(started.pid, 'SIGKILL')
    await until('everything has ended', () => !isUsed(data))
    await startAndWait()
  },
  TIMEOUT_MS,
)

test(
  'commands find the installation of start by its data folder, while it runs and while it does not',
  async () => {
    const started = await startAndWait()
    const address = `http://localhost:${port}/`
    const setUp = command('set-up-link', '--data', data)
    expectEnd(setUp, 0, `${address}set-up/`)
    expect(setUp.text).toContain(`ssh -L ${port}:localhost:${port}`)
    // The spawned command blocked this process, so it saw the running server and no other.
    const health = command('doctor', '--data', data)
    expect(health.text).toContain(`ok       address       http://localhost:${port}`)
    expect(health.text).toMatch(/ok {7}database +PostgreSQL \d+/)
    expect(health.status).toBe(0)
    await started.stop()

    expectEnd(command('set-up-link', `--data=${data}`), 0, `${address}set-up/`)
    expect(command('config', '--data', data).text).toMatch(new RegExp(`BASE_URL +http://localhost:${port}`))
    const stopped = command('doctor', '--data', data)
    expect(stopped.text).toContain(`http://localhost:${port} does not answer`)
    expect(stopped.status).toBe(1)
    expect(isUsed(data)).toBe(false)

    const backups = join(dirname(data), 'copies')
    const backup = command('backup', '--data', data, '--to', backups)
    if (hasPgDump()) {
      expectEnd(backup, 0, 'rows of')
      const [folder = ''] = backup.text.split(':')
      expectEnd(command('restore', '--data', data, '--check', folder), 0, /^OK: /)
      const restored = join(dirname(data), 'restored')
      expectEnd(command('restore', '--to', restored, folder), 0, /^OK: /)
      expectEnd(command('set-up-link', '--data', restored), 0, 'set-up/')
      expectEnd(command('restore', '--to', restored, folder), 1, `${restored} is not empty`)
    } else expect(backup.text).toContain('pg_dump')
  },
  TIMEOUT_MS,
)

function hasPgDump(): boolean {
  return globSync('/usr/lib/postgresql/*/bin/pg_dump').length > 0
}

test('commands refuse a folder that start has not made', () => {
  const folder = join(dirname(data), 'elsewhere')
  expectEnd(command('set-up-link', '--data', folder), 1, `${folder} is not a data folder of Codeshelf`)
})

test('codeshelf prints help and its version, and refuses an unknown command', () => {
  expectEnd(command('--help'), 0, 'usage: codeshelf <command>')
  expectEnd(command('--version'), 0, /^codeshelf \d+\.\d+\.\d+/)
  expectEnd(command('start', '--help'), 0, '--url    address at which')
  expectEnd(command('restore', '--help'), 0, '--into <database url>')
  expectEnd(command('strat'), 2, 'There is no command strat.')
})

function isUsed(data: string): boolean {
  const commands = execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
  return commands.split('\n').some((line) => line.includes(data))
}
