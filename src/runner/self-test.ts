import { createServer } from 'node:net'
import { once } from 'node:events'
import type { RunEnd, RunJob } from '#platform/runners/protocol.ts'
import type { Sandbox } from './sandbox.ts'

type Tried = RunEnd & { stdout: string; stderr: string }
type Check = { title: string; job: Partial<RunJob> & { code: string }; holds: (tried: Tried) => boolean }

/** Name of an abstract socket that the self-test listens on: reachable from anywhere in the same network namespace. */
const CANARY = `codeshelf-canary-${process.pid}`

const CHECKS: readonly Check[] = [
  {
    title: 'runs a program and passes on what it says',
    job: { code: `import sys; print('שלום'); print(input(), file=sys.stderr); sys.exit(7)`, stdin: 'in\n' },
    holds: ({ stdout, stderr, exitCode }) => stdout === 'שלום\n' && stderr === 'in\n' && exitCode === 7,
  },
  {
    title: 'ends what runs too long',
    job: { code: 'while True: pass', timeoutMs: 300 },
    holds: ({ verdict }) => verdict === 'timeout',
  },
  {
    title: 'ends what takes too much memory',
    job: { code: `x = [bytearray(1 << 20) for _ in range(400)]\nprint('took it')`, memoryMb: 48 },
    holds: ({ verdict, stdout }) => verdict === 'memory_limit' && !stdout.includes('took it'),
  },
  {
    title: 'lets only so many processes be',
    // Bounded, in case the limit does not work; with memory for all of them, or the memory limit would apply first.
    job: { code: FORKS(), memoryMb: 1024 },
    holds: ({ stdout }) => Number(stdout) > 0 && Number(stdout) < 100,
  },
  {
    title: 'has no way to the network of the host',
    job: { code: REACH() },
    holds: ({ stdout }) => stdout === 'nothing\n',
  },
  {
    title: 'sees no environment, no files and no processes of the host, and cannot write but to its own folders',
    job: { code: LOOK() },
    holds: ({ stdout }) => stdout === 'nothing\n',
  },
]

const STANDARD: Omit<RunJob, 'code'> = {
  stdin: '',
  timeoutMs: 15_000,
  memoryMb: 128,
  outputBytes: 10_000,
  imports: null,
}

/** Tests the isolation before the first user program; throws at the first check that fails. */
export async function testWall(open: () => Promise<Sandbox>): Promise<void> {
  const canary = createServer((socket) => socket.end('reached'))
  canary.listen(`\0${CANARY}`)
  await once(canary, 'listening')
  try {
    for (const { title, job, holds } of CHECKS) {
      const tried = await attempt(await open(), { ...STANDARD, ...job })
      if (!holds(tried)) throw new Error(`There is no wall: it must be that it ${title}. ${JSON.stringify(tried)}`)
    }
  } finally {
    canary.close()
  }
}

async function attempt(sandbox: Sandbox, job: RunJob): Promise<Tried> {
  const output = { stdout: '', stderr: '' }
  try {
    const end = await sandbox.run(job, (stream, text) => (output[stream] += text), new AbortController().signal)
    return { ...end, ...output }
  } finally {
    await sandbox.end()
  }
}

function FORKS(): string {
  return `
import os, time
n = 0
for _ in range(200):
    try:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
        n += 1
    except OSError:
        break
print(n, flush=True)
os.kill(os.getpid(), 9)
`
}

/** Only addresses of this machine: what matters is whether there is any network at all. */
function REACH(): string {
  return `
import socket
found = []
def attempt(name, family, kind, address):
    try:
        with socket.socket(family, kind) as s:
            s.settimeout(2)
            s.connect(address)
            if kind == socket.SOCK_STREAM and s.recv(7) == b'reached':
                found.append(name)
    except OSError:
        pass
attempt('abstract', socket.AF_UNIX, socket.SOCK_STREAM, '\\0${CANARY}')
try:
    names = [name for _, name in socket.if_nameindex() if name != 'lo']
    found += names
except OSError:
    pass
print(found or 'nothing')
`
}

function LOOK(): string {
  return `
import os
found = []
if set(os.environ) - {'PATH', 'HOME', 'LANG', 'LC_CTYPE', 'PWD'}:
    found.append(dict(os.environ))
for path in ('/root', '/home', '/work', '/run', '/var', '/etc/shadow', '/etc/resolv.conf', '/bin/sh', '${process.execPath}'):
    if os.path.lexists(path):
        found.append(path)
for path in ('/x', '/usr/x', '/etc/x', '/dev/x', '/proc/x'):
    try:
        open(path, 'w').close()
        found.append('wrote ' + path)
    except OSError:
        pass
if os.path.isdir('/proc/1') and len([p for p in os.listdir('/proc') if p.isdigit()]) > 3:
    found.append('processes')
if os.getuid() == 0:
    found.append('root')
print(found or 'nothing')
`
}
