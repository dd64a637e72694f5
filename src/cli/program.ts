import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { z } from 'zod'
import type { Options } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { completion } from './completion.ts'
import { Complaint, type Io, usageError } from './io.ts'

const OPTIONS = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  url: { type: 'string' },
  token: { type: 'string' },
  name: { type: 'string' },
  lang: { type: 'string' },
  tag: { type: 'string', multiple: true },
  desc: { type: 'string' },
  version: { type: 'string' },
  output: { type: 'string', short: 'o' },
  limit: { type: 'string' },
  line: { type: 'string' },
  at: { type: 'string' },
  days: { type: 'string' },
  permanent: { type: 'boolean' },
  lines: { type: 'string' },
  hide: { type: 'string' },
  'with-secrets': { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig

/** The exit code: 0 done, 1 failed, 2 wrong usage. */
export async function program(argv: readonly string[], io: Io): Promise<number> {
  try {
    await dispatch(argv, io)
    return 0
  } catch (error) {
    const isExpected = error instanceof Complaint
    io.err(`codeshelf-cli: ${isExpected ? error.message : `internal error: ${String(error)}`}\n`)
    return isExpected ? error.exitCode : 1
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<void> {
  // Node replaces bytes of an argument that are not UTF-8, and the replacement would be saved.
  if (argv.some((argument) => argument.includes('\ufffd'))) throw usageError('an argument is not UTF-8 text')
  if (argv.length === 1 && argv[0] === '--version') return io.out(`${readVersion()}\n`)
  const { values, positionals } = parse(argv)
  const [name, ...args] = positionals
  if (name === 'completion')
    return io.out(completion(args[0] ?? '', [...Object.keys(COMMANDS), 'completion', 'help'], Object.keys(OPTIONS)))
  if (name === undefined || name === 'help' || values.help)
    return io.out(help(name === undefined ? undefined : (args[0] ?? name)))
  const command = COMMANDS[name]
  if (!command) throw usageError(`there is no command ${name}; see codeshelf-cli help`)
  await command.run(io, args, values satisfies Options)
}

/** src/cli and dist/server lie at the same depth. */
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error))
  }
}

function help(name?: string): string {
  const command = name === undefined ? undefined : COMMANDS[name]
  if (command) return `codeshelf-cli ${command.usage}\n  ${command.about}\n`
  const lines = Object.values(COMMANDS).map(({ usage, about }) => `  ${usage}\n      ${about}`)
  return [
    'codeshelf-cli COMMAND … [--json]',
    '',
    ...lines,
    '  completion bash|zsh|fish',
    '      words for the shell to complete',
    '  --version',
    '      print the version',
    '',
    'CODESHELF_URL and CODESHELF_TOKEN replace login.',
    '',
  ].join('\n')
}
