import { newToken } from '#platform/random.ts'
import { makeSetUpLink } from '#features/auth/public.ts'
import { printLink } from './print-link.ts'
import { openCommand } from './process.ts'

/** Prints a link that creates the first admin. */
export async function run(): Promise<void> {
  const { config, database, events, clock } = await openCommand('set-up-link')
  const link = await makeSetUpLink({ db: database.db, now: clock(), newToken }, config.http.origin)
  await events.close()
  await database.close()
  if (link === null)
    throw new Error('There is an admin already. `codeshelf sign-in-link <user>` lets a locked-out person in.')
  printLink(link)
}
