import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** A Debian 12 with systemd, which starts in a second and is gone without a trace. */
export type Machine = AsyncDisposable & {
  /** Runs a script as root, without a network. Returns what it printed; throws with it when the script fails. */
  run(script: string): Promise<string>
  /** The same with the network of this host, for downloads. */
  runOnline(script: string): Promise<string>
  /** Runs a program of this host, with its files, in the network of the machine. */
  runBeside(program: string, args: readonly string[], input?: string): Promise<string>
  /** Copies a file of this host into the machine. */
  copy(from: string, to: string): Promise<void>
}

const BOOT_SECONDS = 20

export async function bootMachine(base: string): Promise<Machine> {
  const holder = spawn(join(import.meta.dirname, 'machine.sh'), [base], { stdio: ['ignore', 'ignore', 'inherit'] })
  const first = await firstProcess(holder.pid ?? 0)
  const inside = (...namespaces: string[]) => ['-t', String(first), ...namespaces]
  const all = ['-m', '-p', '-C', '-u', '-i']
  const bash = (script: string) => [
    'env',
    '-i',
    ...ENVIRONMENT,
    'bash',
    '--norc',
    '-euo',
    'pipefail',
    '-c',
    `cd /root\n${script}`,
  ]
  const machine: Machine = {
    run: (script) => collect('nsenter', [...inside(...all, '-n'), ...bash(script)]),
    runOnline: (script) => collect('nsenter', [...inside(...all), ...bash(script)]),
    runBeside: (program, args, input) => collect('nsenter', [...inside('-n'), program, ...args], input),
    copy: async (from, to) => {
      await collect('nsenter', [...inside('-m'), 'tee', to], readFileSync(from))
    },
    async [Symbol.asyncDispose]() {
      holder.kill('SIGKILL')
      process.kill(first, 'SIGKILL')
      await once(holder, 'exit')
      for (const group of groupsOf(holder.pid ?? 0)) await removeGroup(group)
    },
  }
  try {
    await machine.run(UNTIL_BOOTED)
  } catch (error) {
    await machine[Symbol.asyncDispose]()
    throw error
  }
  return machine
}

/** `--wait` alone fails while systemd does not listen yet. */
const UNTIL_BOOTED = `for attempt in $(seq 100); do
  state=$(systemctl is-system-running --wait 2>/dev/null || true)
  if [ "$state" = running ]; then exit 0; fi
  sleep 0.1
done
systemctl --failed --no-pager; exit 1`

const ENVIRONMENT = [
  'HOME=/root',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'LANG=C.UTF-8',
  'DEBIAN_FRONTEND=noninteractive',
]

/** The process id, as this host sees it, of the machine's first process, once that is systemd. */
async function firstProcess(holder: number): Promise<number> {
  for (let waited = 0; waited < BOOT_SECONDS; waited += 0.1) {
    await sleep(100)
    const child = Number(readFileSync(`/proc/${holder}/task/${holder}/children`, 'utf8').trim())
    if (child > 0 && readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd') return child
  }
  throw new Error(`systemd did not start within ${BOOT_SECONDS} s`)
}

function groupsOf(holder: number): string[] {
  const groups = globSync(`/sys/fs/cgroup/{.,unified}/codeshelf-machine-${holder}/{.,**/*/}`)
  return groups.toSorted((a, b) => b.length - a.length)
}

/** Its processes are dead; the kernel needs a moment to take them out. */
async function removeGroup(group: string, attempts = 50): Promise<void> {
  try {
    rmdirSync(group)
  } catch (error) {
    if (attempts === 0) throw error
    await sleep(50)
    await removeGroup(group, attempts - 1)
  }
}

async function collect(program: string, args: readonly string[], input: string | Buffer = ''): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  // A program that ends without reading its input is no error of ours.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (child.exitCode !== 0) throw new Error(`exit ${child.exitCode}\n${printed}\n${complaints}`)
  return printed
}
