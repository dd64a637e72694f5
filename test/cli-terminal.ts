import type { Io } from '../src/cli/io.ts'
import { program } from '../src/cli/program.ts'

type Ran = { code: number; out: string; bytes: Buffer; err: string }

const HOME = '/home/dana'

/** A terminal with a disk of its own, which runs `codeshelf-cli` in this process. */
export function terminal(
  settings: { stdin?: string | Uint8Array; env?: Record<string, string>; now?: () => Date } = {},
) {
  const { stdin = '', env = { HOME }, now = () => new Date() } = settings
  const files = new Map<string, Buffer>()
  const opened: string[] = []
  const waited: number[] = []
  let out: Buffer[] = []
  let err = ''
  const io: Io = {
    env,
    stdin: async () => Buffer.from(stdin),
    out: (data) => void out.push(Buffer.from(data)),
    err: (text) => void (err += text),
    readFile: async (path) => files.get(path) ?? fail('ENOENT'),
    writeFile: async (path, data) => void files.set(path, Buffer.from(data)),
    writeSecret: async (path, text) => void files.set(path, Buffer.from(text)),
    openUrl: async (address) => void opened.push(address),
    sleep: async (seconds) => void waited.push(seconds),
    now,
  }
  const run = async (...argv: string[]): Promise<Ran> => {
    out = []
    err = ''
    const code = await program(argv, io)
    const bytes = Buffer.concat(out)
    return { code, out: bytes.toString(), bytes, err }
  }
  const save = (path: string, data: string | Uint8Array) => files.set(path, Buffer.from(data))
  return { files, save, opened, waited, run, settingsPath: `${HOME}/.config/codeshelf/cli.json` }
}

function fail(code: string): never {
  throw Object.assign(new Error(code), { code, syscall: 'open' })
}
