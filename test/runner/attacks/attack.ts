import type { Verdict } from '#platform/runners/protocol.ts'
import type { Result } from '../harness.ts'

/** Things made for the test that no program may reach. */
export type Canaries = {
  secret: string
  secretFile: string
  tcp4: number
  tcp6: number
  udp: number
  resolver: number
  unix: string
  abstract: string
  databasePort: number
  databaseSocket: string
  victim: number
  /** Version of the host's kernel. */
  kernel: string
  /** A port that is free on the host. */
  freePort: number
}

export type Attack = {
  name: string
  /** Prints ESCAPED when it got through, `tried` when it came to its end or to the point from which there is no return. */
  code: (canaries: Canaries) => string
  timeoutMs?: number
  memoryMb?: number
  /** How it must end, where that is not by itself. */
  verdicts?: readonly Verdict[]
  exitCode?: number
  /** Bites without a wall too, and touches only what the test made: part of the control run. */
  control?: true
  also?: (result: Result) => boolean
}

/** Before every program. */
export const PRELUDE = `
import ctypes, os, signal, socket, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def escaped(what):
    print('ESCAPED', what, flush=True)
def tried():
    print('tried', flush=True)
def call(number, *args):
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
    return result
def attempt(what, action):
    try:
        if action() not in (None, False):
            escaped(what)
    except (OSError, ValueError, AttributeError, OverflowError):
        pass
`
