import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest'
import { type Attack, PRELUDE } from './attacks/attack.ts'
import { type Cage, setCanaries } from './attacks/canaries.ts'
import { HOST_ATTACKS } from './attacks/host.ts'
import { KERNEL_ATTACKS } from './attacks/kernel.ts'
import { NETWORK_ATTACKS } from './attacks/network.ts'
import { RESOURCE_ATTACKS } from './attacks/resources.ts'
import {
  ENGINES,
  missingForWall,
  mountCount,
  processesOfRunners,
  type Result,
  ROOT,
  RUNNER_UID,
  STANDARD,
  startTestRunner,
  type TestRunner,
} from './harness.ts'

const ATTACKS = [...RESOURCE_ATTACKS, ...HOST_ATTACKS, ...NETWORK_ATTACKS, ...KERNEL_ATTACKS]
const table = new Map<string, Record<string, string>>(ATTACKS.map(({ name }) => [name, {}]))
const note = (attack: string, column: string, verdict: string) => {
  table.set(attack, { ...table.get(attack), [column]: verdict })
}

describe.skipIf(missingForWall().length > 0)('S51: hostile programs, with the import list switched off', () => {
  let cage: Cage
  beforeAll(async () => {
    cage = await setCanaries(inject('adminUrl'))
  })
  afterAll(async () => {
    await cage[Symbol.asyncDispose]()
    printTable()
  })

  describe('without the wall they bite: only what the test made, on addresses of this machine', () => {
    it.each(ATTACKS.filter(({ control }) => control))('$name', async (attack) => {
      const { stdout, stderr } = await runBare(attack, cage)
      expect(stdout, stderr).toContain('ESCAPED')
      note(attack.name, 'no wall', 'escaped')
    })
  })

  describe.each(ENGINES)('%s', (engine) => {
    let runner: TestRunner
    let mounts: number
    beforeAll(async () => {
      mounts = mountCount()
      // Nothing is started ahead, so that what is left after each attack is exactly the runner.
      const hidden = { DATABASE_URL: `postgres://${cage.canaries.secret}@127.0.0.1/x`, CANARY: cage.canaries.secret }
      runner = await startTestRunner(engine, { RUNNER_WARM: '0', RUNNER_SLOTS: '2', ...hidden })
      cage.contacts()
    })
    afterAll(() => runner[Symbol.asyncDispose]())

    it.each(ATTACKS)('$name', async (attack) => {
      const complaints: string[] = []
      let result: Result
      let patience = 1
      do {
        const timeoutMs = (attack.timeoutMs ?? STANDARD.timeoutMs) * patience
        result = await runner.run({ ...attack, timeoutMs, code: PRELUDE + attack.code(cage.canaries) })
        complaints.push(...escapes(result, cage), ...(await leftovers(runner, mounts)))
        patience *= 4
      } while (isCutOff(attack, result) && patience <= 16)
      complaints.push(...wrongEnds(attack, result))
      note(
        attack.name,
        engine,
        complaints.length === 0 ? `contained (${result.verdict ?? result.exitCode})` : 'ESCAPED',
      )
      expect(complaints, JSON.stringify(result).slice(0, 2000)).toEqual([])
    })

    test('a listener inside cannot be reached from outside', async () => {
      const listening = NETWORK_ATTACKS.find(({ name }) => name.startsWith('a listener'))
      const running = runner.run({ code: PRELUDE + (listening?.code(cage.canaries) ?? '') })
      await sleep(500)
      expect(await reach(cage.canaries.freePort)).toBe('ECONNREFUSED')
      await running
    })

    test('nothing of a run before is there', async () => {
      const write = `for f in ('/box', '/tmp', '/dev/shm'):\n open(f + '/left', 'w').write('mine')`
      await runner.run({ code: write })
      const { stdout } = await runner.run({
        code: `import os\nprint([f for d in ('/box', '/tmp', '/dev/shm') for f in os.listdir(d)])`,
      })
      expect(stdout).toBe("['main.py']\n")
    })

    test('nothing of a run beside is there: no file, no process, no socket', async () => {
      const settled = `open('/box/mine', 'w').write('x'); open('/tmp/mine', 'w').write('x')
s = socket.socket(socket.AF_UNIX); s.bind(chr(0) + 'mine'); s.listen()
tried(); time.sleep(2)`
      const beside = runner.run({ code: PRELUDE + settled })
      await sleep(700)
      const { stdout } = await runner.run({
        code: `${PRELUDE}
attempt('file', lambda: open('/box/mine'))
attempt('file', lambda: open('/tmp/mine'))
def go():
    s = socket.socket(socket.AF_UNIX); s.connect(chr(0) + 'mine'); return True
attempt('socket', go)
others = [p for p in (os.listdir('/proc') if os.path.isdir('/proc/1') else []) if p.isdigit() and int(p) not in (1, os.getpid())]
if others: escaped(others)
tried()`,
      })
      expect(stdout).toBe('tried\n')
      expect((await beside).stdout).toBe('tried\n')
    })

    test('the runner works on as if nothing had been', async () => {
      expect(await runner.run({ code: 'print(6 * 7)' })).toMatchObject({ stdout: '42\n', exitCode: 0, verdict: null })
    })
  })
})

const isProof = ({ also }: Attack, { stdout, verdict }: Result) =>
  stdout.includes('tried') || (also !== undefined && verdict !== null)

/**
 * The time limit ended the program before it could try anything, or before the limit it is about. On a busy machine the
 * start of the interpreter alone can take the whole time, so the program is run again with more of it.
 */
function isCutOff(attack: Attack, result: Result): boolean {
  const isExpected = attack.verdicts?.includes('timeout') === true && isProof(attack, result)
  return result.verdict === 'timeout' && !attack.also && !isExpected
}

/** Each way in which the program got out; empty when it was contained. */
function escapes({ stdout, stderr }: Result, cage: Cage): string[] {
  const said = stdout + stderr
  return [
    ...(said.includes('ESCAPED') ? [said] : []),
    ...(said.includes(cage.canaries.secret) ? ['said the secret'] : []),
    ...cage.contacts().map((canary) => `reached ${canary}`),
    ...(cage.isVictimAlive() ? [] : ['killed a process of the host']),
  ]
}

/** Each way in which the program ended other than it should. */
function wrongEnds(attack: Attack, result: Result): string[] {
  const { verdict, exitCode } = result
  return [
    ...(isProof(attack, result) ? [] : ['did not come to its end, so it shows nothing']),
    ...(attack.verdicts && !(verdict && attack.verdicts.includes(verdict)) ? [`verdict ${verdict}`] : []),
    ...(!attack.verdicts && !attack.also && verdict !== null ? [`verdict ${verdict}`] : []),
    ...(attack.exitCode !== undefined && exitCode !== attack.exitCode ? [`exit ${exitCode}`] : []),
    ...(attack.also && !attack.also(result) ? ['not as it should end'] : []),
  ]
}

async function leftovers(runner: TestRunner, mounts: number): Promise<string[]> {
  const others = () =>
    processesOfRunners().filter((line) => !/^\d+ (sleep)$/.test(line) && !line.startsWith(`${runner.pid} `))
  for (let tries = 0; tries < 100 && (runner.groups().length > 0 || others().length > 0); tries += 1) await sleep(20)
  return [
    ...others().map((line) => `left process ${line}`),
    ...runner.groups().map((name) => `left group ${name}`),
    ...(mountCount() === mounts ? [] : ['left a mount']),
  ]
}

function reach(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket
      .on('connect', () => resolve('connected'))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    setTimeout(() => socket.destroy(), 1000)
  })
}

/** The same interpreter as inside, as the same user, with nothing around it. */
async function runBare(attack: Attack, cage: Cage): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(
    join(ROOT, 'usr/bin/python3.11'),
    ['-S', '-B', '-c', PRELUDE + attack.code(cage.canaries)],
    {
      cwd: cage.folder,
      uid: RUNNER_UID,
      gid: RUNNER_UID,
      encoding: 'utf8',
      timeout: 10_000,
      env: { PATH: '/usr/bin:/bin', PYTHONHOME: join(ROOT, 'usr'), CANARY: cage.canaries.secret, LANG: 'C.UTF-8' },
    },
  )
}

function printTable(): void {
  const columns = ['no wall', ...ENGINES]
  const rows = [...table].map(
    ([name, cells]) => `| ${[name, ...columns.map((each) => cells[each] ?? '')].join(' | ')} |`,
  )
  const head = [`| attack | ${columns.join(' | ')} |`, `|---|${columns.map(() => '---|').join('')}`]
  const count = (engine: string) =>
    `${engine} ${[...table.values()].filter((cells) => cells[engine]?.startsWith('contained')).length} of ${table.size}`
  process.stdout.write(`\n${[...head, ...rows].join('\n')}\ncontained: ${ENGINES.map(count).join(', ')}\n\n`)
}
