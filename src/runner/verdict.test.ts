import { describe, expect, it } from 'vitest'
import { type Ending, endOf } from './verdict.ts'

const plain: Ending = {
  killedFor: null,
  exitCode: 0,
  signalCode: null,
  firstByte: 'R',
  lastWords: '',
  oomKills: 0,
  processesRefused: 0,
}

describe('endOf', () => {
  it.each([
    { situation: 'by itself', ending: {}, exitCode: 0, verdict: null },
    { situation: 'by itself, failing', ending: { exitCode: 3 }, exitCode: 3, verdict: null },
    { situation: 'by a signal', ending: { exitCode: null, signalCode: 'SIGSEGV' }, exitCode: 139, verdict: null },
    {
      situation: 'its time was up',
      ending: { killedFor: 'timeout', exitCode: null },
      exitCode: 137,
      verdict: 'timeout',
    },
    { situation: 'stopped', ending: { killedFor: 'stopped' }, exitCode: 137, verdict: 'stopped' },
    {
      situation: 'a child of it took too much memory',
      ending: { oomKills: 1 },
      exitCode: 137,
      verdict: 'memory_limit',
    },
    {
      situation: 'refused for its imports',
      ending: { firstByte: 'I', exitCode: 1 },
      exitCode: 1,
      verdict: 'import_not_allowed',
    },
    {
      situation: 'refused a process, and failed',
      ending: { processesRefused: 1, exitCode: 1 },
      exitCode: 1,
      verdict: 'process_limit',
    },
    { situation: 'refused a process, and managed', ending: { processesRefused: 1 }, exitCode: 0, verdict: null },
    {
      situation: 'refused a thread, visible only in the traceback',
      ending: { exitCode: 1, lastWords: "RuntimeError: can't start new thread\n" },
      exitCode: 1,
      verdict: 'process_limit',
    },
  ] as const)('$situation: $exitCode $verdict', ({ ending, exitCode, verdict }) => {
    expect(endOf({ ...plain, ...ending })).toEqual({ exitCode, verdict })
  })
})
