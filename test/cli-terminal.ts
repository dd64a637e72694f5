import { normalize } from 'node:path'
import type { DirectoryEntry, Io } from '../src/cli/io.ts'
import { program } from '../src/cli/program.ts'

type Ran = { code: number; out: string; bytes: Buffer; err: string }

const HOME = '/home/dana'

type Settings = {
  stdin?: string | Uint8Array
  env?: Record<string, string>
  now?: () => Date
  isTerminal?: boolean
  /** What the user makes of the text; the exit code of the editor is 0 unless it throws. */
  editor?: (bytes: Buffer) => Promise<string | Uint8Array>
}

/** A terminal with a disk of its own, which runs `codeshelf-cli` in this process. */
export function terminal(settings: Settings = {}) {
  const { stdin = '', env = { HOME }, now = () => new Date(), isTerminal = false, editor } = settings
  const files = new Map<string, Buffer>()
  const opened: string[] = []
  const waited: number[] = []
  const edited: string[] = []
  let out: Buffer[] = []
  let err = ''
  const io: Io = {
    env,
    stdin: async () => Buffer.from(stdin),
    out: (data) => void out.push(Buffer.from(data)),
    err: (text) => void (err += text),
    isTerminal,
    outStream: async (chunks) => {
      for await (const chunk of chunks) out.push(Buffer.from(chunk))
    },
    writeStream: async (path, chunks) => {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      files.set(path, Buffer.concat(parts))
    },
    isDirectory: async (path) => entriesOf(files, path).length > 0,
    listDirectory: async (path) => entriesOf(files, path),
    writeTemporary: async (name, text) => {
      const path = `/tmp/codeshelf/${name}`
      files.set(path, Buffer.from(text))
      return { path, remove: async () => void files.delete(path) }
    },
    runEditor: async (command, path) => {
      edited.push(command)
      try {
        const text = await editor?.(files.get(path) ?? Buffer.alloc(0))
        if (text !== undefined) files.set(path, Buffer.from(text))
        return 0
      } catch {
        return 1
      }
    },
    readFile: async (path) => files.get(normalize(path)) ?? fail('ENOENT'),
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
  return { files, save, opened, waited, edited, run, settingsPath: `${HOME}/.config/codeshelf/cli.json` }
}

/** The folders are those of the paths. */
function entriesOf(files: ReadonlyMap<string, Buffer>, folder: string): DirectoryEntry[] {
  const prefix = `${normalize(folder).replace(/\/$/, '')}/`
  const entries = new Map<string, DirectoryEntry>()
  for (const [path, bytes] of files) {
    if (!path.startsWith(prefix)) continue
    const [name = '', ...below] = path.slice(prefix.length).split('/')
    const kind = below.length > 0 ? 'directory' : 'file'
    entries.set(name, { name, kind, size: bytes.length })
  }
  return [...entries.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function fail(code: string): never {
  throw Object.assign(new Error(code), { code, syscall: 'open' })
}
