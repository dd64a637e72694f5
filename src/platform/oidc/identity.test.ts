import { describe, expect, test } from 'vitest'
import { attempt } from '../../../test/oidc-attempt.ts'
import { nameOf, roleOf } from './identity.ts'

describe('nameOf', () => {
  test.each([
    [{ name: 'Dana Levi' }, 'Dana Levi'],
    [{ name: '  דנה לוי \n' }, 'דנה לוי'],
    [{ name: '', preferred_username: 'dana' }, 'dana'],
    [{ name: ' \u0000\u001f ', preferred_username: 'dana' }, 'dana'],
    [{ name: 'Da\u0000na\r\nLe\u0085vi' }, 'DanaLevi'],
    [{ name: 'Dana\u202egpj.exe\u2066' }, 'Danagpj.exe'],
    [{ name: '🦉'.repeat(70) }, '🦉'.repeat(64)],
    [{ name: `${'x'.repeat(63)} y` }, 'x'.repeat(63)],
    [{ name: '\ud800Dana' }, '\ufffdDana'],
    [{ email: 'dana@example.org' }, null],
    [{}, null],
  ])('%j yields %j', (claims, name) => {
    expect(nameOf(claims)).toBe(name)
  })
})

describe('roleOf', () => {
  const roles = { claim: 'groups', admin: 'librarians', premium: 'staff' }

  test.each([
    ['librarians', 'admin'],
    [['guests', 'staff', 'librarians'], 'admin'],
    [['staff'], 'premium'],
    ['staff', 'premium'],
    ['librarians,staff', null],
    ['Librarians', null],
    [[['librarians']], null],
    [{ librarians: true }, null],
    [null, null],
    [[], null],
  ])('groups of %j grant %j', (groups, role) => {
    expect(roleOf({ groups }, roles)).toBe(role)
  })

  test('grants nothing without a setting, a value or the claim', () => {
    expect(roleOf({ groups: 'librarians' }, null)).toBeNull()
    expect(roleOf({ groups: ['librarians', 'staff'] }, { ...roles, admin: null, premium: null })).toBeNull()
    expect(roleOf({ sub: 'librarians' }, roles)).toBeNull()
    expect(roleOf({}, { ...roles, claim: 'constructor', admin: 'Object' })).toBeNull()
  })
})

describe.concurrent('finish', () => {
  const roles = { claim: 'https://example.org/groups', admin: 'librarians', premium: null }

  test('asks userinfo for the name and the role that the ID token lacks', async () => {
    const userinfo = { [roles.claim]: ['librarians'] }
    const { outcome, server } = await attempt({ settings: { roles }, claims: () => ({ name: undefined }), userinfo })
    expect(outcome).toMatchObject({ identity: { name: 'Dana of userinfo', role: 'admin' } })
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer opaque')
  })

  test('prefers the signed claims to those of userinfo', async () => {
    const claims = () => ({ name: undefined, [roles.claim]: ['guests'] })
    const { outcome } = await attempt({ settings: { roles }, claims, userinfo: { [roles.claim]: ['librarians'] } })
    expect(outcome).toMatchObject({ identity: { name: 'Dana of userinfo', role: null } })
  })

  test('yields no name when nobody knows it', async () => {
    const metadata = () => ({ userinfo_endpoint: undefined })
    const { outcome, server } = await attempt({ metadata, claims: () => ({ name: undefined }) })
    expect(outcome).toMatchObject({ outcome: 'verified', identity: { name: null } })
    expect(server.count('userinfo')).toBe(0)
  })
})
