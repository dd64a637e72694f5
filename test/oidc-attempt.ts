import { type Answer, CLIENT_ID, CLIENT_SECRET, type Forgery, startHostileOidc } from './hostile-oidc.ts'
import type { OidcProvider } from '#platform/config/oidc.ts'
import type { OidcChecks } from '#platform/oidc/callback.ts'
import { openFetch } from '#platform/oidc/fetch.ts'
import { type OidcOutcome, type OidcStart, openOidc } from '#platform/oidc/oidc.ts'

export const CALLBACK = 'https://shelf.example.org/auth/oidc/evil/callback'

/** One sign-in at a hostile provider, and what besides the provider is wrong. */
export type Attempt = Forgery & {
  settings?: Partial<OidcProvider>
  callback?: (parameters: URLSearchParams, earlier: OidcStart) => void
  checks?: Partial<OidcChecks>
  /** Seconds by which our clock is ahead of the provider's. */
  ahead?: number
  /**
   * Shorter than the real deadline, so that many slow answers can be tested. It counts from the first of `answers`: the honest ones before it
   * take longer than this on a busy machine.
   */
  deadlineMs?: number
}

export const settingsOf = (issuer: string, changes: Partial<OidcProvider> = {}): OidcProvider => ({
  id: 'evil',
  label: 'Evil',
  issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  scopes: 'openid profile',
  accounts: 'create',
  roles: null,
  isPrivate: true,
  ...changes,
})

/** Signs in with everything honest except for what the attempt changes. */
export async function attempt({ settings, callback, checks, ahead = 0, deadlineMs, ...forgery }: Attempt) {
  let deadline = new AbortController()
  const expireSoon = () => void setTimeout((current) => current.abort(), deadlineMs, deadline).unref()
  await using server = await startHostileOidc(deadlineMs === undefined ? forgery : watching(forgery, expireSoon))
  const began = performance.now()
  const clock = () => new Date(Date.now() + ahead * 1000)
  const open: typeof openFetch = (isPrivate, real) => {
    deadline = new AbortController()
    return openFetch(isPrivate, deadlineMs === undefined ? real : deadline.signal)
  }
  const oidc = openOidc([settingsOf(server.origin, settings)], clock, open)
  const signIn = async (): Promise<OidcOutcome> => {
    const earlier = await oidc.start('evil', CALLBACK)
    const started = await oidc.start('evil', CALLBACK)
    if (started.outcome === 'refused') return started
    if (earlier.outcome === 'refused') return earlier
    const { start } = started
    server.expect(start.nonce)
    const url = new URL(CALLBACK)
    url.search = new URLSearchParams({ code: 'code', state: start.state, iss: server.origin }).toString()
    callback?.(url.searchParams, earlier.start)
    return oidc.finish('evil', url, { ...start, ...checks })
  }
  const outcome = await signIn()
  return { outcome, elapsedMs: performance.now() - began, server }
}

/** The same forgery, which calls `onAnswer` when one of its answers begins. */
function watching(forgery: Forgery, onAnswer: () => void): Forgery {
  const answers = Object.entries(forgery.answers ?? {}).map(([endpoint, answer]): [string, Answer] => [
    endpoint,
    (response, request) => {
      onAnswer()
      answer(response, request)
    },
  ])
  return { ...forgery, answers: Object.fromEntries(answers) }
}
