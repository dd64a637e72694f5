import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const enough = { DATABASE_URL: 'postgres://x', MESSENGER_BOT_TOKEN: 't', MESSENGER_BOT_NAME: 'bot' }
const load = (environment: Record<string, string>) => loadConfig({ ...enough, ...environment }).oidc
const providers = (...all: unknown[]) => load({ OIDC_PROVIDERS: JSON.stringify(all) })

const work = { id: 'work', label: 'Work', issuer: 'https://login.example.org', clientId: 'codeshelf' }

describe('OIDC_PROVIDERS', () => {
  test('is empty by default', () => {
    expect(load({})).toEqual([])
  })

  test('has defaults that grant nothing', () => {
    expect(providers(work)).toEqual([
      { ...work, clientSecret: null, scopes: 'openid profile', accounts: 'known', roles: null, isPrivate: false },
    ])
  })

  test('accepts every setting, and a private provider over http', () => {
    const home = {
      id: 'home-2',
      label: 'בית',
      issuer: 'http://10.0.0.5:8080/realms/home',
      clientId: 'codeshelf',
      clientSecret: 'secret',
      scopes: 'openid profile groups',
      accounts: 'create',
      roles: { claim: 'groups', admin: 'librarians' },
    }
    expect(providers(work, { ...home, private: true })[1]).toEqual({
      ...home,
      roles: { claim: 'groups', admin: 'librarians', premium: null },
      isPrivate: true,
    })
  })

  test('is read from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'oidc')
    writeFileSync(file, `${JSON.stringify([work])}\n`)
    expect(load({ OIDC_PROVIDERS_FILE: file })).toHaveLength(1)
  })

  test.each([
    { title: 'an invalid id', wrong: { id: 'Work!' }, where: 'id' },
    { title: 'an empty label', wrong: { label: ' ' }, where: 'label' },
    { title: 'an issuer that is no URL', wrong: { issuer: 'login.example.org' }, where: 'issuer' },
    { title: 'an issuer with a query', wrong: { issuer: 'https://login.example.org/?x=1' }, where: 'issuer' },
    { title: 'an issuer with credentials', wrong: { issuer: 'https://u:p@login.example.org' }, where: 'issuer' },
    {
      title: 'the discovery document as issuer',
      wrong: { issuer: 'https://login.example.org/.well-known/openid-configuration' },
      where: 'issuer',
    },
    { title: 'plain http', wrong: { issuer: 'http://login.example.org' }, where: 'issuer' },
    { title: 'a private address', wrong: { issuer: 'https://10.0.0.5' }, where: 'issuer' },
    { title: 'no client id', wrong: { clientId: undefined }, where: 'clientId' },
    { title: 'an empty client secret', wrong: { clientSecret: '' }, where: 'clientSecret' },
    { title: 'scopes without openid', wrong: { scopes: 'profile openid2' }, where: 'scopes' },
    { title: 'an unknown rule for accounts', wrong: { accounts: 'all' }, where: 'accounts' },
    { title: 'roles without a claim', wrong: { roles: { admin: 'x' } }, where: 'claim' },
    { title: 'a misspelt key', wrong: { client_secret: 'x' }, where: 'client_secret' },
  ])('rejects $title', ({ wrong, where }) => {
    expect(() => providers({ ...work, ...wrong })).toThrow(new RegExp(`OIDC_PROVIDERS[^]*${where}`))
  })

  test('rejects two providers with the same id', () => {
    expect(() => providers(work, work)).toThrow(/OIDC_PROVIDERS[^]*different id/)
  })

  test.each(['{"id": "work"}', '"work"', 'null'])('rejects %s, which is not a list', (json) => {
    expect(() => load({ OIDC_PROVIDERS: json })).toThrow(/OIDC_PROVIDERS[^]*array/)
  })

  test.each(['[{"clientSecret": "hunter2", }]', 'hunter2', '[{"clientSecret": "hunter2'])(
    'rejects invalid JSON without quoting the secret in it: %s',
    (json) => {
      expect(() => load({ OIDC_PROVIDERS: json })).toThrow(/OIDC_PROVIDERS: not valid JSON/)
      expect(() => load({ OIDC_PROVIDERS: json })).not.toThrow(/hunter/)
    },
  )
})
