import { newId, newToken } from '#platform/random.ts'
import { findUserForLink, makeSignInLink } from '#features/auth/public.ts'
import { printLink } from './print-link.ts'
import { openCommand } from './process.ts'

/** Prints a link that signs in one person, for somebody who lost every other way in. */
export async function run(): Promise<void> {
  const [, , , who = ''] = process.argv
  const { config, database, events, clock } = await openCommand('sign-in-link')
  const userId = await findUserForLink(database.db, who)
  const now = clock()
  const parts = { db: database.db, now, newToken, newId: <Kind extends string>() => newId<Kind>(now) }
  const link = userId && (await makeSignInLink(parts, userId, config.http.origin))
  await events.close()
  await database.close()
  if (!link)
    throw new Error('usage: codeshelf sign-in-link <user>, where <user> is a user name or a number from /admin/users')
  printLink(link)
}
