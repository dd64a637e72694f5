import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type LimitedCommand, startLimited } from './limited-process.ts'

const shell = (script: string, more: Partial<LimitedCommand> = {}) =>
  startLimited({
    program: 'sh',
    args: ['-c', script],
    env: { PATH: process.env['PATH'] },
    seconds: 20,
    memoryMb: 200,
    ...more,
  })

test('a limited process returns its exit code and the end of its error output', async () => {
  const { exit, stdout } = shell('echo problem >&2; exit 3')
  stdout.resume()
  expect(await exit).toEqual({ code: 3, stopped: null, stderr: 'problem\n' })
})

test('a limited process is ended by the kernel when it used up its processor time', async () => {
  const { exit, stdout } = shell('while :; do :; done', { cpuSeconds: 1 })
  stdout.resume()
  expect(await exit).toMatchObject({ code: null, stopped: 'timeout' })
})

test('a limited process cannot allocate more than its memory', async () => {
  const script = `x=$(head -c 300000000 /dev/zero | tr '\\0' a); echo \${#x}`
  const { exit, stdout } = shell(script, { memoryMb: 64 })
  stdout.resume()
  expect((await exit).code).not.toBe(0)
})

test.each(['deadline', 'signal'])('a limited process is killed with its children at its %s', async (by) => {
  const left = new AbortController()
  const { exit, stdout } = shell(
    'sleep 60 & echo $!; wait',
    by === 'deadline' ? { seconds: 1 } : { signal: left.signal },
  )
  const [child] = await Array.fromAsync(stdout.setEncoding('utf8').take(1), Number)
  if (by === 'signal') left.abort()
  expect(await exit).toMatchObject({ stopped: by === 'deadline' ? 'timeout' : 'stopped' })
  const isAlive = () => {
    try {
      return process.kill(child ?? 0, 0)
    } catch {
      return false
    }
  }
  await expect.poll(async () => isAlive() && (await sleep(50, true))).toBe(false)
})
