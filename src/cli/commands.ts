import { basename } from 'node:path'
import { z } from 'zod'
import { sayWhen } from '#features/reminders/say-when.ts'
import { toAt, wallAt } from '#features/reminders/wall.ts'
import { type Api, connect } from './api.ts'
import { allFiles, type FileItem, findFile } from './find-file.ts'
import { Complaint, type Io, usageError } from './io.ts'
import { readSettings, writeSettings } from './settings.ts'

export type Options = {
  json: boolean
  url?: string | undefined
  token?: string | undefined
  name?: string | undefined
  lang?: string | undefined
  tag?: string[] | undefined
  desc?: string | undefined
  version?: string | undefined
  output?: string | undefined
  limit?: string | undefined
  line?: string | undefined
  at?: string | undefined
}

type Run = (io: Io, args: readonly string[], options: Options) => Promise<void>
export type Command = { usage: string; about: string; run: Run }

const Saved = z.object({ file_id: z.string(), file_name: z.string(), version: z.number() })
const OldVersion = z.object({ version: z.object({ content: z.string() }) })
const Note = z.object({ id: z.string(), content: z.string(), line_start: z.number().nullable() })
const RunResult = z.object({
  success: z.boolean(),
  stdout: z.string(),
  stderr: z.string(),
  exit_code: z.number(),
  truncated: z.boolean(),
  error: z.string().nullable(),
})

async function apiOf(io: Io): Promise<{ api: Api; url: string }> {
  const settings = await readSettings(io)
  return { api: connect(settings), url: settings.url }
}

function one(args: readonly string[], usage: string): string {
  const [first, ...more] = args
  if (first === undefined || more.length > 0) throw usageError(`usage: codeshelf-cli ${usage}`)
  return first
}

/** `-` is standard input. */
const contentOf = (io: Io, path: string) => (path === '-' ? io.stdin() : io.readFile(path))

function print(io: Io, options: Options, value: unknown, words: string): void {
  io.out(options.json ? `${JSON.stringify(value)}\n` : words)
}

const login: Run = async (io, _args, options) => {
  const url = options.url ?? io.env['CODESHELF_URL']
  if (url === undefined) throw usageError('usage: codeshelf-cli login --url URL [--token csk_…]')
  const token = (options.token ?? (await io.stdin())).trim()
  if (!token.startsWith('csk_')) throw new Complaint('That is not a token: it starts with csk_.')
  await connect({ url, token }).get('/api/stats', z.object({ total_files: z.number() }))
  const path = await writeSettings(io, { url, token })
  print(io, options, { ok: true, url }, `Signed in to ${url}. Kept in ${path}.\n`)
}

const put: Run = async (io, args, options) => {
  if (args.length === 0) throw usageError('usage: codeshelf-cli put FILE… | put - --name NAME')
  if (options.name !== undefined && args.length > 1) throw usageError('--name is for one file')
  const { api } = await apiOf(io)
  for (const path of args) {
    const name = options.name ?? (path === '-' ? undefined : basename(path))
    if (name === undefined) throw usageError('standard input needs --name')
    const body = {
      file_name: name,
      content: await contentOf(io, path),
      ...(options.lang !== undefined && { language: options.lang }),
      ...(options.desc !== undefined && { description: options.desc }),
      ...(options.tag !== undefined && { tags: options.tag }),
    }
    const saved = await api.post('/api/files', body, Saved)
    print(io, options, saved, `${saved.file_name} v${saved.version} ${saved.file_id}\n`)
  }
}

const get: Run = async (io, args, options) => {
  const { api } = await apiOf(io)
  const file = await findFile(api, one(args, 'get NAME|ID [--version N] [-o FILE]'))
  const text =
    options.version === undefined
      ? await api.text(`/download/${file.id}`)
      : (await api.get(`/api/files/${file.id}/versions/${encodeURIComponent(options.version)}`, OldVersion)).version
          .content
  if (options.output === undefined) return io.out(text)
  await io.writeFile(options.output, text, false)
}

function rowOf({ file_name, language, version, size_bytes, id }: FileItem): string {
  return `${id}  v${String(version).padEnd(4)}${String(size_bytes).padStart(9)}  ${language.padEnd(14)}${file_name}\n`
}

const DEFAULT_LIMIT = 50

const ls: Run = async (io, args, options) => {
  const limit = Number(options.limit ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit) || limit < 1) throw usageError('--limit is a whole number')
  const { api } = await apiOf(io)
  const filters = {
    ...(args.length > 0 && { q: args.join(' ') }),
    ...(options.lang !== undefined && { lang: options.lang }),
    ...(options.tag?.[0] !== undefined && { category: options.tag[0] }),
  }
  let shown = 0
  for await (const file of allFiles(api, filters)) {
    if (shown++ === limit) return io.err(`more than ${limit}; use --limit\n`)
    print(io, options, file, rowOf(file))
  }
}

const grep: Run = async (io, args, options) => {
  const q = one(args, 'grep TEXT')
  const { api } = await apiOf(io)
  let found = 0
  for await (const file of allFiles(api, { q, ...(options.lang !== undefined && { lang: options.lang }) })) {
    for (const { line, text } of file.matches ?? []) {
      found += 1
      print(io, options, { id: file.id, file_name: file.file_name, line, text }, `${file.file_name}:${line}:${text}\n`)
    }
  }
  if (found === 0) throw new Complaint('Nothing was found.')
}

const note: Run = async (io, args, options) => {
  const [name, ...words] = args
  if (name === undefined) throw usageError('usage: codeshelf-cli note NAME|ID [--line 14[-26]] [TEXT|-]')
  const { api } = await apiOf(io)
  const file = await findFile(api, name)
  if (words.length === 0) return listNotes(io, api, file.id, options)
  const content = words.length === 1 && words[0] === '-' ? await io.stdin() : words.join(' ')
  const body = { content, ...linesOf(options.line) }
  const made = await api.post(`/api/sticky-notes/${file.id}`, body, z.object({ note: Note }))
  print(io, options, made.note, `${made.note.id}\n`)
}

async function listNotes(io: Io, api: Api, fileId: string, options: Options): Promise<void> {
  const { notes } = await api.get(`/api/sticky-notes/${fileId}`, z.object({ notes: z.array(Note) }))
  for (const each of notes)
    print(
      io,
      options,
      each,
      `${each.id}  ${each.line_start === null ? '' : `L${each.line_start}  `}${each.content.split('\n')[0]}\n`,
    )
}

function linesOf(line: string | undefined): { line_start?: number; line_end?: number } {
  if (line === undefined) return {}
  const match = /^(\d+)(?:-(\d+))?$/.exec(line)
  if (!match) throw usageError('--line is 14 or 14-26')
  const start = Number(match[1])
  return { line_start: start, line_end: Number(match[2] ?? start) }
}

const remind: Run = async (io, args, options) => {
  const [noteId, ...words] = args
  if (noteId === undefined || (words.length === 0) === (options.at === undefined))
    throw usageError('usage: codeshelf-cli remind NOTE_ID tomorrow 9 | remind NOTE_ID --at 2026-12-01T09:00')
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone
  const asked = options.at === undefined ? askedBy(words.join(' '), io.now(), tz) : { at: options.at }
  const { api } = await apiOf(io)
  const reply = z.object({ remind_at: z.string() })
  const path = `/api/sticky-notes/note/${encodeURIComponent(noteId)}/reminder`
  const { remind_at: at } = await api.post(path, { ...asked, tz }, reply)
  print(io, options, { remind_at: at }, `${new Date(at).toString()}\n`)
}

/** The same grammar as in the browser. */
function askedBy(text: string, now: Date, tz: string): { preset: string } | { at: string } {
  const said = sayWhen(text, wallAt(now, tz))
  if (said === null) throw new Complaint(`"${text}" was not understood. Try: tomorrow 9, fri 14:30, in 20 minutes`)
  if (!('minutes' in said)) return said
  return { at: toAt(wallAt(new Date(now.getTime() + said.minutes * 60_000), tz)) }
}

const run: Run = async (io, args, options) => {
  const { api } = await apiOf(io)
  const code = await contentOf(io, one(args, 'run FILE.py|-'))
  const limits = await api.get('/api/code/run/limits', z.object({ limits: z.record(z.string(), z.number()) }))
  const body = {
    code,
    timeout: limits.limits['default_timeout_seconds'] ?? 5,
    memory_limit_mb: limits.limits['default_memory_mb'] ?? 128,
  }
  const result = await api.post('/api/code/run', body, RunResult)
  if (options.json) io.out(`${JSON.stringify(result)}\n`)
  else {
    io.out(result.stdout)
    io.err(result.stderr)
    if (result.truncated) io.err('[output was cut]\n')
  }
  if (!result.success) throw new Complaint(result.error ?? `The program ended with ${result.exit_code}.`)
}

const open: Run = async (io, args, options) => {
  const { api, url } = await apiOf(io)
  const file = await findFile(api, one(args, 'open NAME|ID'))
  const address = new URL(`/file/${file.id}`, url).href
  print(io, options, { url: address }, `${address}\n`)
  if (!options.json) await io.openUrl(address)
}

/** In the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  login: {
    usage: 'login --url URL [--token csk_…]',
    about: 'keep an address and a token (else read from input)',
    run: login,
  },
  put: {
    usage: 'put FILE… [--name N] [--lang L] [--tag T]… [--desc D]',
    about: 'save files; the same name makes the next version',
    run: put,
  },
  get: {
    usage: 'get NAME|ID [--version N] [-o FILE]',
    about: 'print or write a file exactly as it was saved',
    run: get,
  },
  ls: { usage: 'ls [TEXT] [--lang L] [--tag T] [--limit N]', about: 'list files, newest first', run: ls },
  grep: { usage: 'grep TEXT [--lang L]', about: 'matching lines of the whole library', run: grep },
  note: {
    usage: 'note NAME|ID [--line 14[-26]] [TEXT|-]',
    about: 'stick a note on a file, or list its notes',
    run: note,
  },
  remind: {
    usage: 'remind NOTE_ID WHEN | --at 2026-12-01T09:00',
    about: 'set a reminder: tomorrow 9, fri 14:30, מחר ב-9',
    run: remind,
  },
  run: { usage: 'run FILE.py|-', about: 'run Python in the sandbox', run },
  open: { usage: 'open NAME|ID', about: 'open a file in the browser', run: open },
}
