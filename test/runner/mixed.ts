import type { RunJob } from '#platform/runners/protocol.ts'
import type { Result } from './harness.ts'

export type MixedCase = {
  name: string
  job: Partial<RunJob> & { code: string }
  isExact: (result: Result) => boolean
}

/** Good, crashing, endless and flooding programs: every result is known to the letter before it runs. */
const MIXED: readonly ((n: number) => MixedCase)[] = [
  (n) => ({
    name: 'good',
    job: { code: `print(${n} * 7)` },
    isExact: ({ stdout, stderr, exitCode, verdict }) =>
      stdout === `${n * 7}\n` && stderr === '' && exitCode === 0 && verdict === null,
  }),
  (n) => ({
    name: 'reads',
    job: { code: 'print(sum(map(int, input().split())))', stdin: `${n} ${n} 5\n` },
    isExact: ({ stdout, exitCode }) => stdout === `${2 * n + 5}\n` && exitCode === 0,
  }),
  (n) => ({
    name: 'crashes',
    job: { code: `raise KeyError(${n})` },
    isExact: ({ stderr, exitCode, verdict }) =>
      stderr.endsWith(`KeyError: ${n}\n`) && exitCode === 1 && verdict === null,
  }),
  (n) => ({
    name: 'dies by a signal',
    job: { code: `import os, signal\nprint(${n}, flush=True)\nos.kill(os.getpid(), signal.SIGSEGV)` },
    isExact: ({ stdout, exitCode }) => stdout === `${n}\n` && exitCode === 139,
  }),
  (n) => ({
    name: 'endless',
    job: { code: `print(${n}, flush=True)\nwhile True: pass`, timeoutMs: 3_000 },
    isExact: ({ stdout, exitCode, verdict }) => stdout === `${n}\n` && exitCode === 137 && verdict === 'timeout',
  }),
  (n) => ({
    name: 'floods',
    job: { code: `import sys\nwhile True: sys.stdout.write('${n % 10}' * 65536)` },
    isExact: ({ stdout, verdict, truncated }) =>
      stdout === String(n % 10).repeat(102_400) && verdict === 'output_limit' && truncated,
  }),
  (n) => ({
    name: 'writes much and goes on',
    job: { code: `print('א' * 200_000)\nimport sys\nprint(${n}, file=sys.stderr)` },
    isExact: ({ stdout, stderr, exitCode, truncated, dropped }) =>
      stdout === 'א'.repeat(51_200) && stderr === `${n}\n` && exitCode === 0 && truncated && dropped.stdout === 297_601,
  }),
  () => ({
    name: 'eats memory',
    job: { code: 'x = []\nwhile True: x.append(bytearray(1 << 20))', memoryMb: 48 },
    isExact: ({ exitCode, verdict }) => exitCode === 137 && verdict === 'memory_limit',
  }),
]

export function mixedCase(n: number): MixedCase {
  const make = MIXED[n % MIXED.length]
  if (!make) throw new Error('no case')
  return make(n)
}
