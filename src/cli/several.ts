import { Complaint, type Io, ServerComplaint } from './io.ts'

/**
 * Counts files of one command. One that fails is reported and does not keep the others from being processed; the exit code reports it. Wrong
 * usage and a server that cannot be used end the command.
 */
export type Several = {
  attempt: (run: () => Promise<void>) => Promise<void>
  fail: (message: string) => void
  count: (files: number) => void
  /** Throws when one of them failed. */
  end: (verb: string) => void
}

export function several(io: Io): Several {
  let total = 0
  let failed = 0
  const fail = (message: string) => {
    failed += 1
    io.err(`codeshelf-cli: ${message}\n`)
  }
  return {
    fail,
    count: (files) => void (total += files),
    attempt: async (run) => {
      try {
        await run()
      } catch (error) {
        if (!(error instanceof Complaint) || error instanceof ServerComplaint || error.exitCode === 2) throw error
        fail(error.message)
      }
    },
    end: (verb) => {
      if (failed > 0) throw new Complaint(`${failed} of ${total} files were not ${verb}.`)
    },
  }
}
