#!/usr/bin/env node
import { unsupportedNode } from '#base/node-version.ts'

const unsupported = unsupportedNode(process.versions.node)
if (unsupported !== null) {
  console.error(unsupported)
  process.exit(1)
}

type Command = { about: string; run: () => Promise<unknown> }

/** Each process is imported only when it is asked for: the worker does not load pages, the runner no database. */
const commands: Record<string, Command> = {
  start: {
    about: 'run everything on this machine: database, site and jobs',
    run: async () => (await import('#app/start.ts')).run(),
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
    run: async () => (await import('#app/set-up-link.ts')).run(),
  },
  'sign-in-link': {
    about: 'print a link that signs in a person who lost every other way in',
    run: async () => (await import('#app/sign-in-link.ts')).run(),
  },
  migrate: {
    about: 'migrate the database to the newest schema',
    run: async () => (await import('#app/migrate.ts')).run(),
  },
  backup: {
    about: 'back up the database, with a checksum of every table',
    run: async () => (await import('#app/backup.ts')).run(),
  },
  restore: {
    about: 'test a backup (--check), or restore it into an empty database (--into)',
    run: async () => (await import('#app/restore.ts')).run(),
  },
  seed: { about: 'add demo users and their data', run: async () => (await import('#app/seed.ts')).run() },
  'trash-backfill': {
    about: 'check the index that the purge of expired trash uses',
    run: async () => (await import('#app/trash-backfill.ts')).run(),
  },
  vapid: {
    about: 'generate a key pair for push notifications',
    run: async () => (await import('#app/vapid.ts')).run(),
  },
  config: {
    about: 'validate the environment and print the settings',
    run: async () => (await import('#app/print-config.ts')).run(),
  },
}

const name = process.argv[2] ?? 'help'
const command = commands[name]
if (command) {
  await command.run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    if (error instanceof Error && error.cause) console.error(error.cause)
    process.exit(1)
  })
} else {
  const list = Object.entries(commands).map(([key, { about }]) => `  ${key.padEnd(16)}${about}`)
  console.log(`usage: codeshelf <command>\n\n${list.join('\n')}`)
  process.exitCode = name === 'help' ? 0 : 2
}
