import { describe, expect, test } from 'vitest'
import { MISBEHAVIOURS } from '../../../test/hostile-answers.ts'
import type { Endpoint, Forgery } from '../../../test/hostile-oidc.ts'
import { type Attempt, attempt } from '../../../test/oidc-attempt.ts'

/** Nobody listens on port 1 of loopback. */
const CLOSED = 'http://127.0.0.1:1'

/** Without a name in the ID token the userinfo endpoint is asked. */
const nameless = { claims: () => ({ name: undefined }) } satisfies Forgery

const DEADLINE_MS = 500

const reached: Record<Endpoint, Attempt> = {
  discovery: {},
  token: { metadata: () => ({ token_endpoint: `${CLOSED}/token` }) },
  keys: { metadata: () => ({ jwks_uri: `${CLOSED}/keys` }) },
  userinfo: { ...nameless, metadata: () => ({ userinfo_endpoint: `${CLOSED}/userinfo` }) },
}

describe.concurrent.each(['discovery', 'token', 'keys', 'userinfo'] as const)('a %s endpoint', (endpoint) => {
  test.each(MISBEHAVIOURS)('is refused when it answers with $title', async ({ answer, reason }) => {
    const deadlineMs = reason === 'slow' ? DEADLINE_MS : 5_000
    const { outcome, elapsedMs, server } = await attempt({ ...nameless, answers: { [endpoint]: answer }, deadlineMs })
    expect(outcome).toEqual({ outcome: 'refused', reason })
    // Two starts at a hostile discovery take two deadlines. The rest is for a slow machine.
    expect(elapsedMs).toBeLessThan((endpoint === 'discovery' ? 2 : 1) * deadlineMs + 10_000)
    expect(server.count(endpoint)).toBe(endpoint === 'discovery' ? 2 : 1)
    expect(server.count('other')).toBe(0)
    expect(server.bytesSent()).toBeLessThan(16 * 2 ** 20)
  })

  test('is refused when nobody listens there', async () => {
    const unreachable = endpoint === 'discovery' ? { settings: { issuer: CLOSED } } : reached[endpoint]
    expect((await attempt(unreachable)).outcome).toEqual({ outcome: 'refused', reason: 'unreachable' })
  })
})
