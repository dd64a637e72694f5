import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RunEvent } from '#platform/runners/protocol.ts'
import { ENGINES, missingForWall, processesOfRunners, startTestRunner, type TestRunner } from './harness.ts'

describe.skipIf(missingForWall().length > 0).each(ENGINES)('a runner with %s', (engine) => {
  let runner: TestRunner
  beforeAll(async () => {
    runner = await startTestRunner(engine, { RUNNER_SLOTS: '1', RUNNER_WARM: '1', RUNNER_QUEUE: '2' })
  })
  afterAll(() => runner[Symbol.asyncDispose]())

  test('rejects requests without the secret', async () => {
    await expect(runner.run({ code: '' }, { secret: 'guessed' })).rejects.toThrow('401')
  })

  test('returns stdout, stderr and the exit code unchanged', async () => {
    const code = `import sys\nprint(sys.stdin.read()[::-1], end='')\nprint('גרש', file=sys.stderr)\nexit(3)`
    const result = await runner.run({ code, stdin: 'שלום' })
    expect(result).toMatchObject({ stdout: 'םולש', stderr: 'גרש\n', exitCode: 3, verdict: null, truncated: false })
  })

  test('returns a Python traceback without the frames of the runner', async () => {
    const { stderr, exitCode } = await runner.run({ code: `def f():\n    return 1 / 0\n\nf()` })
    expect(exitCode).toBe(1)
    expect(stderr).toBe(
      [
        'Traceback (most recent call last):',
        '  File "/box/main.py", line 4, in <module>',
        '    f()',
        '  File "/box/main.py", line 2, in f',
        '    return 1 / 0',
        '           ~~^~~',
        'ZeroDivisionError: division by zero\n',
      ].join('\n'),
    )
    const syntax = await runner.run({ code: 'x = (' })
    expect(syntax.stderr).toContain('File "/box/main.py", line 1')
    expect(syntax.stderr).toContain('SyntaxError')
  })

  test('streams output while the program runs', async () => {
    const caller = new AbortController()
    let heard = ''
    const onEvent = (event: RunEvent) => {
      if (event.kind !== 'output') return
      heard += event.text
      caller.abort()
    }
    // Whoever hears it leaves. Without a stream it would be heard when the time is up, and nobody would have left.
    const code = `print('first')\nimport time\ntime.sleep(60)\nprint('second')`
    await expect(runner.run({ code, timeoutMs: 30_000 }, { signal: caller.signal, onEvent })).rejects.toThrow(/abort/i)
    expect(heard.trimEnd()).toBe('first')
    await untilBusy(runner, 0)
  })

  test('checks imports on the syntax tree when a list of allowed modules is given', async () => {
    const imports = ['math', 'collections']
    const ask = (code: string) => runner.run({ code, imports })
    expect(await ask(`import math, collections.abc\nfrom math import pi\nprint(pi > 3)`)).toMatchObject({
      stdout: 'True\n',
      verdict: null,
    })
    expect(await ask(`print('never')\nif False:\n    from os import path`)).toMatchObject({
      verdict: 'import_not_allowed',
      exitCode: 1,
      stdout: '',
      stderr: 'main.py:3: import of os is not allowed here\n',
    })
    expect(await ask(`# import os\nprint("import os")`)).toMatchObject({ verdict: null, stdout: 'import os\n' })
    expect((await ask(`import mathx, math.os`)).verdict).toBe('import_not_allowed')
    expect((await ask(`from . import x`)).verdict).toBe('import_not_allowed')
  })

  test('reports truncated output, and never cuts a character in two', async () => {
    const bytes = await runner.run({ code: `import os\nos.write(1, b'a\\xff\\x00b')` })
    expect(bytes).toMatchObject({ stdout: 'a\ufffd\0b', truncated: false })
    const border = await runner.run({ code: `print('א' * 51200, end='')`, outputBytes: 102_399 })
    expect(border).toMatchObject({ truncated: true, exitCode: 0, verdict: null })
    expect(border.stdout).toBe('א'.repeat(51_199))
    const fits = await runner.run({ code: `print('א' * 51200, end='')`, outputBytes: 102_400 })
    expect(fits).toMatchObject({ truncated: false, stdout: 'א'.repeat(51_200) })
    const drained = await runner.run({ code: `print('x' * 2_000_000)\nimport sys\nprint('end', file=sys.stderr)` })
    expect(drained).toMatchObject({ truncated: true, exitCode: 0, verdict: null, stderr: 'end\n' })
    expect(drained.dropped.stdout).toBe(2_000_001 - 102_400)
  })

  test('does not grow when a program writes a gigabyte', async () => {
    const before = residentBytes(runner.pid)
    const flood = await runner.run({ code: `import os\nfor _ in range(1024): os.write(1, b'x' * (1 << 20))` })
    expect(flood).toMatchObject({ verdict: 'output_limit', truncated: true, exitCode: 137 })
    expect(flood.stdout).toBe('x'.repeat(102_400))
    expect(residentBytes(runner.pid) - before).toBeLessThan(60_000_000)
  })

  test('reports the position in the queue, and rejects with 503 when the queue is full', async () => {
    const slow = (onEvent: (event: RunEvent) => void = () => undefined) =>
      runner.run({ code: 'import time; time.sleep(1.5)' }, { onEvent })
    const first = slow()
    await untilBusy(runner, 1)
    const waiting = []
    for (let i = 0; i < 2; i++) {
      const { promise: isQueued, resolve } = Promise.withResolvers<void>()
      waiting.push(slow(({ kind }) => kind === 'queued' && resolve()))
      await isQueued
    }
    await expect(slow()).rejects.toThrow('503')
    const [, second, third] = await Promise.all([first, ...waiting])
    expect(second?.places).toEqual([1])
    expect(third?.places).toEqual([2, 1])
  })

  test('stops the program when the client disconnects', async () => {
    const caller = new AbortController()
    const running = runner.run({ code: 'while True: pass', timeoutMs: 30_000 }, { signal: caller.signal })
    await untilBusy(runner, 1)
    caller.abort()
    await expect(running).rejects.toThrow(/abort/i)
    await untilBusy(runner, 0)
  })

  test('cannot regain root, and does not inherit the environment of its parent', () => {
    const status = readFileSync(`/proc/${runner.pid}/status`, 'utf8')
    expect(status).toMatch(/^NoNewPrivs:\t1$/m)
    expect(status).toMatch(/^CapBnd:\t0+$/m)
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect(readFileSync(`/proc/${runner.pid}/environ`, 'utf8')).not.toContain('DATABASE')
    expect(readFileSync(`/proc/${runner.pid}/net/dev`, 'utf8').trim().split('\n')).toHaveLength(3) // two of heading, lo
  })
})

describe.skipIf(missingForWall().length > 0).each(ENGINES)('a runner with %s that is killed', (engine) => {
  test('leaves no program running, and the next runner works', async () => {
    await using runner = await startTestRunner(engine, { RUNNER_WARM: '2' })
    const lost = runner.run({ code: 'while True: pass', timeoutMs: 30_000 })
    const outcome = lost.then(
      () => 'answered',
      () => 'lost',
    )
    await untilBusy(runner, 1)
    await runner.kill()
    expect(await outcome).toBe('lost')
    for (let tries = 0; tries < 100 && processesOfRunners().length > 0; tries += 1) await sleep(50)
    expect(processesOfRunners()).toEqual([])
    await using next = await startTestRunner(engine, {})
    expect(await next.run({ code: 'print(1)' })).toMatchObject({ stdout: '1\n' })
  })
})

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}

async function untilBusy(runner: TestRunner, busy: number): Promise<void> {
  await vi.waitFor(async () => expect(await runner.health()).toMatchObject({ busy }), { timeout: 15_000 })
}
