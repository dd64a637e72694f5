import { describe, expect, it } from 'vitest'
import { readRepoUrl } from './repo-url.ts'

const ALLOWED = { hosts: ['github.com'], testHosts: false }

describe('readRepoUrl', () => {
  it.each([
    'https://github.com/owner/name',
    'https://github.com/owner/name.git',
    ' https://github.com/owner/name/ ',
    'git@github.com:owner/name.git',
    'git@github.com:owner/name',
    'ssh://git@github.com/owner/name.git',
  ])('reads %s as the https address of the repository', (text) => {
    const url = 'https://github.com/owner/name.git'
    expect(readRepoUrl(text, ALLOWED)).toEqual({ outcome: 'ok', url, name: 'owner/name' })
  })

  it.each([
    ['git@github.com:-oProxyCommand=x/b', 'invalid'],
    ['git@github.com:owner', 'invalid'],
    ['ssh://git@github.com:22/owner/name', 'invalid'],
    ['ssh://root@github.com/owner/name', 'not_https'],
    ['git@evil.example:owner/name', 'host'],
    ['git@github.com:8443/owner/name', 'invalid'],
  ])('refuses %s: %s', (text, why) => {
    expect(readRepoUrl(text, ALLOWED)).toEqual({ outcome: 'refused', why })
  })
})
