import { constants } from 'node:os'
import type { RunEnd, Verdict } from '#platform/runners/protocol.ts'

/** Everything that is known when a run is over. */
export type Ending = {
  /** Why we ended it; null: it exited by itself. */
  killedFor: Extract<Verdict, 'timeout' | 'output_limit' | 'stopped'> | null
  exitCode: number | null
  signalCode: NodeJS.Signals | null
  /** The boot script's answer; empty when the program ended before it. */
  firstByte: string
  /** The end of its stderr. */
  lastWords: string
  oomKills: number
  processesRefused: number
}

const KILLED = 128 + constants.signals.SIGKILL

export function endOf(ending: Ending): Pick<RunEnd, 'exitCode' | 'verdict'> {
  const verdict = verdictOf(ending)
  const wasEnded = ending.killedFor !== null || verdict === 'memory_limit'
  return { exitCode: wasEnded ? KILLED : exitCodeOf(ending), verdict }
}

/**
 * gVisor counts processes internally, so only Python's last line shows this limit. A program that forges it deceives only its
 * own author.
 */
const NO_MORE_PROCESSES = /BlockingIOError: \[Errno 11\]|RuntimeError: can't start new thread/

function verdictOf({ killedFor, firstByte, oomKills, processesRefused, exitCode, lastWords }: Ending): Verdict | null {
  if (killedFor !== null) return killedFor
  if (firstByte === 'I') return 'import_not_allowed'
  // Also when only a child process was killed: the program did not have what it needed.
  if (oomKills > 0) return 'memory_limit'
  if (exitCode !== 0 && (processesRefused > 0 || NO_MORE_PROCESSES.test(lastWords))) return 'process_limit'
  return null
}

/** As a shell reports it: signals above 128. */
function exitCodeOf({ exitCode, signalCode }: Ending): number {
  if (signalCode !== null) return 128 + constants.signals[signalCode]
  return exitCode ?? KILLED
}
