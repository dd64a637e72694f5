import { describe, expect, test } from 'vitest'
import { type Attempt, attempt } from '../../../test/oidc-attempt.ts'
import type { OidcRefusal } from './refusal.ts'

type Case = Attempt & { title: string; reason: OidcRefusal }

/** Refused before the code reaches the token endpoint. */
const CALLBACKS: Case[] = [
  { title: 'a forged state', reason: 'state', callback: (query) => query.set('state', 'guessed') },
  { title: 'no state', reason: 'state', callback: (query) => query.delete('state') },
  { title: 'an empty state', reason: 'state', callback: (query) => query.set('state', '') },
  {
    title: 'the state of an earlier start',
    reason: 'state',
    callback: (query, earlier) => query.set('state', earlier.state),
  },
  {
    title: 'the state in another case',
    reason: 'state',
    callback: (query) => query.set('state', swapCase(query.get('state'))),
  },
  {
    title: 'an empty state when we remember none',
    reason: 'state',
    checks: { state: '' },
    callback: (query) => query.set('state', ''),
  },
  { title: 'a good state when we remember no nonce', reason: 'state', checks: { nonce: '' } },
  { title: 'a good state when we remember no code verifier', reason: 'state', checks: { codeVerifier: '' } },
  {
    title: 'the issuer of another provider',
    reason: 'mix_up',
    callback: (query) => query.set('iss', 'https://login.example.org'),
  },
  { title: 'the issuer with a slash', reason: 'mix_up', callback: (query) => query.set('iss', `${query.get('iss')}/`) },
  { title: 'an empty issuer', reason: 'mix_up', callback: (query) => query.set('iss', '') },
  { title: 'no issuer although the metadata promises one', reason: 'mix_up', callback: (query) => query.delete('iss') },
  { title: 'the start of another provider', reason: 'mix_up', checks: { provider: 'other' } },
  { title: 'two codes', reason: 'callback', callback: (query) => query.append('code', 'other') },
  { title: 'two states, one of them good', reason: 'callback', callback: (query) => query.append('state', 'other') },
  {
    title: 'the same state twice',
    reason: 'callback',
    callback: (query) => query.append('state', query.get('state') ?? ''),
  },
  { title: 'two issuers', reason: 'callback', callback: (query) => query.append('iss', 'https://login.example.org') },
  {
    title: 'a repeated parameter that we do not know',
    reason: 'callback',
    callback: (query) => {
      query.append('x', '1')
      query.append('x', '2')
    },
  },
  { title: 'an ID token', reason: 'callback', callback: (query) => query.set('id_token', 'a.b.c') },
  { title: 'an access token', reason: 'callback', callback: (query) => query.set('access_token', 'a') },
  { title: 'a signed response', reason: 'callback', callback: (query) => query.set('response', 'a.b.c') },
  { title: 'no code', reason: 'code', callback: (query) => query.delete('code') },
  { title: 'an empty code', reason: 'code', callback: (query) => query.set('code', '') },
  { title: 'error=access_denied', reason: 'denied', callback: (query) => query.set('error', 'access_denied') },
  { title: 'error=server_error', reason: 'provider_error', callback: (query) => query.set('error', 'server_error') },
  { title: 'an empty error beside a code', reason: 'provider_error', callback: (query) => query.set('error', '') },
  {
    title: 'error=access_denied and a forged state',
    reason: 'state',
    callback: (query) => {
      query.set('error', 'access_denied')
      query.set('state', 'guessed')
    },
  },
]

describe.concurrent('finish refuses a callback with', () => {
  test.each(CALLBACKS)('$title', async ({ title: _, reason, ...wrong }) => {
    const { outcome, server } = await attempt(wrong)
    expect(outcome).toEqual({ outcome: 'refused', reason })
    expect(server.count('token')).toBe(0)
  })
})

describe.concurrent('finish accepts a callback', () => {
  test('without issuer when the metadata does not promise one', async () => {
    const metadata = () => ({ authorization_response_iss_parameter_supported: undefined })
    const { outcome } = await attempt({ metadata, callback: (query) => query.delete('iss') })
    expect(outcome).toMatchObject({ outcome: 'verified' })
  })

  test('with parameters that we do not know', async () => {
    const { outcome } = await attempt({ callback: (query) => query.set('session_state', 'x') })
    expect(outcome).toMatchObject({ outcome: 'verified' })
  })
})

function swapCase(text: string | null): string {
  return (text ?? '').replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
