import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '#platform/postgres/private-server.ts'

/** `node tools/postgres.ts <command …>`: a temporary server for one command, which finds it in `DATABASE_URL`. */
async function main([command, ...args]: string[]): Promise<number> {
  if (command === undefined) throw new Error('node tools/postgres.ts <command …>')
  await using postgres = await startPostgres({ durable: false })
  const env = { ...process.env, DATABASE_URL: postgres.url('postgres') }
  const child = spawn(command, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  await once(child, 'exit')
  return child.exitCode ?? 1
}

process.exitCode = await main(process.argv.slice(2))
