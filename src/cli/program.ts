import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { COMMANDS, type Options } from './commands.ts'
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
} as const satisfies ParseArgsOptionsConfig

/** The exit code: 0 done, 1 it could not be done, 2 it was not asked rightly. */
export async function program(argv: readonly string[], io: Io): Promise<number> {
  try {
    await dispatch(argv, io)
    return 0
  } catch (error) {
    if (!(error instanceof Complaint)) throw error
    io.err(`codeshelf-cli: ${error.message}\n`)
    return error.exitCode
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<void> {
  const { values, positionals } = parse(argv)
  const [name, ...args] = positionals
  if (name === 'completion') return io.out(completion(args[0] ?? '', Object.keys(COMMANDS), Object.keys(OPTIONS)))
  if (name === undefined || name === 'help' || values.help)
    return io.out(help(name === undefined ? undefined : (args[0] ?? name)))
  const command = COMMANDS[name]
  if (!command) throw usageError(`there is no command ${name}; see codeshelf-cli help`)
  await command.run(io, args, values satisfies Options)
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
    '',
    'CODESHELF_URL and CODESHELF_TOKEN stand in for login.',
    '',
  ].join('\n')
}
