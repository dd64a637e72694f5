import { decodeText } from '#features/files/text-bytes.ts'

/** All side effects of the command line, so that a test can replace the terminal. */
export type Io = {
  env: Readonly<Record<string, string | undefined>>
  /** All of standard input. */
  stdin: () => Promise<Uint8Array>
  out: (data: string | Uint8Array) => void
  err: (text: string) => void
  /** A person would see binary output on the screen. */
  isTerminal: boolean
  /** Waits while the reader is slower than the source. */
  outStream: (chunks: AsyncIterable<Uint8Array>) => Promise<void>
  readFile: (path: string) => Promise<Uint8Array>
  writeFile: (path: string, data: Uint8Array) => Promise<void>
  /** The file appears under its name when it is complete; a failure leaves nothing, and an earlier file of that name as it was. */
  writeStream: (path: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>
  isDirectory: (path: string) => Promise<boolean>
  /** The content of a folder, without what is in its folders. */
  listDirectory: (path: string) => Promise<DirectoryEntry[]>
  /** A file of that name in a new folder that only its owner can read. */
  writeTemporary: (name: string, text: string) => Promise<TemporaryFile>
  /** Runs the command with the path as its last argument, in this terminal; returns its exit code. */
  runEditor: (command: string, path: string) => Promise<number>
  /** Readable by its owner alone; missing folders are created. */
  writeSecret: (path: string, text: string) => Promise<void>
  openUrl: (url: string) => Promise<void>
  sleep: (seconds: number) => Promise<void>
  now: () => Date
}

export type DirectoryEntry = { name: string; kind: 'file' | 'directory' | 'link' | 'other'; size: number }
export type TemporaryFile = { path: string; remove: () => Promise<void> }

/** An error that the user can correct, printed as one sentence. */
export class Complaint extends Error {
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The server cannot be used at all, so a command with several files stops at the first one. */
export class ServerComplaint extends Complaint {}

export const usageError = (message: string): Complaint => new Complaint(message, 2)

/** The file's text, or standard input for `-`. */
export async function readText(io: Io, path: string): Promise<string> {
  const name = path === '-' ? 'standard input' : path
  return decoded(name, await fileCall(name, path === '-' ? io.stdin() : io.readFile(path)))
}

/** Bytes that a decoder would have to replace are refused. */
export function decoded(name: string, bytes: Uint8Array): string {
  const text = decodeText(bytes)
  if (text !== null) return text
  throw new Complaint(
    bytes.includes(0)
      ? `${name}: contains a NUL byte; only text files can be saved`
      : `${name}: not UTF-8 text; convert it to UTF-8 first`,
  )
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EISDIR: 'is a directory',
  ENOTDIR: 'is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
}

/** Turns a failed system call into a sentence that names the file; Node leaves the path out of some errors. */
export async function fileCall<T>(name: string, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) throw error
    throw new Complaint(`${name}: ${FILE_ERRORS[String(error.code)] ?? String(error.code)}`)
  }
}
