/** Everything the command line touches, so that a test can be the terminal. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  /** All of standard input. */
  stdin: () => Promise<string>
  out: (text: string) => void
  err: (text: string) => void
  readFile: (path: string) => Promise<string>
  /** Readable by its owner alone when `secret`. */
  writeFile: (path: string, text: string, secret: boolean) => Promise<void>
  openUrl: (url: string) => Promise<void>
  now: () => Date
}

/** Something the person can mend: said in one sentence, without a stack. */
export class Complaint extends Error {
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export const usageError = (message: string): Complaint => new Complaint(message, 2)
