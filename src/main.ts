#!/usr/bin/env node
import { unsupportedNode } from '#base/node-version.ts'

const unsupported = unsupportedNode(process.versions.node)
if (unsupported !== null) {
  console.error(unsupported)
  process.exit(1)
}

type Command = {
  about: string
  /** What may follow the name. */
  usage?: string
  /** `installation`: finds the one that `codeshelf start` made, unless the environment names a database. */
  on?: 'installation'
  run: () => Promise<unknown>
}

/** Each process is imported only when it is asked for: the worker does not load pages, the runner no database. */
const commands: Record<string, Command> = {
  start: {
    about: 'run everything on this machine: database, site and jobs',
    usage: '[--data <folder>] [--port <number>] [--host <address>] [--url <address>]',
    run: async () => (await import('#app/start/start.ts')).run(),
  },
  serve: {
    about: 'web and worker in one process, as `start` runs it',
    run: async () => (await import('#app/serve.ts')).run(),
  },
  web: { about: 'serve pages and the API', run: async () => (await import('#app/web.ts')).run() },
  worker: { about: 'run jobs', run: async () => (await import('#app/worker.ts')).run() },
  'git-node': {
    about: 'hold mirrors of repositories on this disk, for installations without a shared one',
    run: async () => (await import('#app/git-node.ts')).run(),
  },
  runner: {
    about: "run users' programs in sandboxes",
    run: async () => (await import('#app/runner.ts')).run(),
  },
  'push-worker': {
    about: 'send push notifications for the other processes, as the only holder of the private key',
    run: async () => (await import('#app/push-worker.ts')).run(),
  },
  'set-up-link': {
    about: 'print a link that creates the first admin',
    on: 'installation',
    run: async () => (await import('#app/set-up-link.ts')).run(),
  },
  'sign-in-link': {
    about: 'print a link that signs in a person who lost every other way in',
    usage: '<user name, or number from /admin/users>',
    on: 'installation',
    run: async () => (await import('#app/sign-in-link.ts')).run(),
  },
  migrate: {
    about: 'migrate the database to the newest schema',
    usage: '[--no-backup]',
    on: 'installation',
    run: async () => (await import('#app/migrate.ts')).run(),
  },
  backup: {
    about: 'back up the database, with a checksum of every table',
    usage: '[--to <folder>]',
    on: 'installation',
    run: async () => (await import('#app/backup.ts')).run(),
  },
  restore: {
    about: 'test a backup, or restore it into an empty database or a new data folder',
    usage: '--check <backup> | --into <database url> <backup> | --to <new data folder> <backup>',
    run: async () => (await import('#app/restore.ts')).run(),
  },
  seed: {
    about: 'add demo users and their data; not in production',
    run: async () => (await import('#app/seed.ts')).run(),
  },
  'trash-backfill': {
    about: 'check the index that the purge of expired trash uses',
    on: 'installation',
    run: async () => (await import('#app/trash-backfill.ts')).run(),
  },
  vapid: {
    about: 'generate a key pair for push notifications',
    run: async () => (await import('#app/vapid.ts')).run(),
  },
  doctor: {
    about: 'check every part of the installation, and say what to do',
    on: 'installation',
    run: async () => (await import('#app/doctor.ts')).run(),
  },
  config: {
    about: 'validate the environment and print the settings',
    on: 'installation',
    run: async () => (await import('#app/print-config.ts')).run(),
  },
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command && args.some((arg) => arg === '--help' || arg === '-h')) await printHelp(name, command)
else if (command) await runCommand(command)
else if (['--version', '-v', 'version'].includes(name)) await printVersion()
else printCommands()

async function runCommand({ on, run }: Command): Promise<void> {
  try {
    if (on === 'installation') await (await import('#app/start/installation.ts')).onInstallation(run)
    else await run()
  } catch (error: unknown) {
    console.error(error instanceof Error ? error.message : error)
    if (error instanceof Error && error.cause) console.error(error.cause)
    process.exit(1)
  }
}

async function printHelp(of: string, { about, usage, on }: Command): Promise<void> {
  console.log(['usage: codeshelf', of, on && '[--data <folder>]', usage].filter(Boolean).join(' '))
  console.log(`\n${about}`)
  const { START_OPTIONS, DATA_OPTION } = await import('#app/start/settings.ts')
  if (of === 'start') console.log(`\n${START_OPTIONS}`)
  if (on === 'installation')
    console.log(`\n${DATA_OPTION}\n  With DATABASE_URL the settings are read from the environment instead.`)
  console.log('\nSettings are environment variables: docs/configuration.md')
}

async function printVersion(): Promise<void> {
  const { readPackageInfo } = await import('#platform/package-info.ts')
  console.log(`codeshelf ${readPackageInfo().version}`)
}

function printCommands(): void {
  const list = Object.entries(commands).map(([key, { about }]) => `  ${key.padEnd(16)}${about}`)
  const isAsked = ['help', '--help', '-h'].includes(name)
  const text = `usage: codeshelf <command>\n\n${list.join('\n')}\n\n\`codeshelf <command> --help\` says what may follow; \`codeshelf --version\` prints the version.`
  if (isAsked) console.log(text)
  else console.error(`There is no command ${name}.\n\n${text}`)
  process.exitCode = isAsked ? 0 : 2
}
