import { newToken } from '#platform/random.ts'
import { makeSetUpLink } from '#features/auth/public.ts'
import { type Answer, ORIGIN, type TestApp } from './app.ts'
import { client } from './client.ts'

/** The session cookie among all that an answer sets. */
export function sessionOf({ headers }: Pick<Answer, 'headers'>): string {
  const cookies = [headers['set-cookie']].flat().map(String)
  return cookies.find((cookie) => cookie.startsWith('__Host-session='))?.split(';')[0] ?? ''
}

let lastAddress = 0

/** Somebody with a network address of their own, so that the login rate limit does not interfere. */
export function stranger(app: TestApp, headers: Record<string, string> = {}) {
  lastAddress += 1
  return client(app.app, headers, `127.3.${lastAddress >> 8}.${lastAddress & 255}`)
}

/** A path that creates the owner. */
export async function setUpPath(app: TestApp): Promise<string> {
  const link = await makeSetUpLink({ db: app.db, now: app.clock.now, newToken }, ORIGIN)
  if (link === null) throw new Error('There is an admin already')
  return link.replace(ORIGIN, '')
}

export const PASSWORD = 'hare and tortoise'

/** The owner of the installation, who signs in with a password. */
export async function owner(app: TestApp, name = 'Noa') {
  const form = { first_name: name, sign_in_name: name, password: PASSWORD }
  const answer = await stranger(app).form(await setUpPath(app), form)
  if (answer.status !== 303) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return stranger(app, { cookie: sessionOf(answer) })
}
