import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords } from '#platform/common-passwords.ts'
import { checkPassword, hashPassword, DUMMY_HASH } from '#platform/passwords.ts'
import { parseSignInName, passwordFault } from './password.ts'
import { parseRecoveryCode, recoveryCode } from './one-time.ts'

const common = await commonPasswords()
const fault = (password: string, ...names: string[]) => passwordFault(password, names, common)

test('passwordFault refuses short, long and common passwords, and those with the name of the person', () => {
  expect(fault('hare-tortois')).toBeNull()
  expect(fault('hare-tortoi')).toBe('short')
  expect(fault('שמש ירח כוכב ים')).toBeNull()
  expect(fault('😀'.repeat(11))).toBe('short')
  expect(fault(`${'correct horse battery '.repeat(12)}x`)).toBe('long')
  for (const text of [
    '123qweasdzxc',
    'LeaveMeAlone',
    '!!password2026!!',
    'abcabcabcabc',
    'aaaaaaaaaaaa',
    '121212121212',
  ])
    expect(fault(text), text).toBe('common')
  expect(fault('dana loves hiking', 'Dana')).toBe('name')
  expect(fault('my cat DANA.LEVI sleeps', 'Dana', 'dana.levi')).toBe('name')
  expect(fault('hare-tortois', 'ha')).toBeNull()
})

test('parseSignInName finds one spelling for every way of typing a name, and refuses what is no name', () => {
  for (const typed of ['dana', ' Dana ', 'DANA', 'ｄａｎａ']) expect(parseSignInName(typed)).toBe('dana')
  for (const name of ['דנה', 'dana.levi', 'a_b-c', 'ab', '٣٣']) expect(parseSignInName(name)).toBe(name)
  for (const typed of ['', 'd', '.dana', 'dana.', 'da na', 'dana@x', 'a/b', 'x'.repeat(65), 'da\u202ena', 'a\nb'])
    expect(parseSignInName(typed), typed).toBeNull()
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      const name = parseSignInName(typed)
      if (name !== null) expect(parseSignInName(name)).toBe(name)
    }),
  )
})

test('checkPassword accepts only the password that was hashed, in every Unicode form of it', async () => {
  const hash = await hashPassword('caf\u00e9 au lait!')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await checkPassword('cafe\u0301 au lait!', hash)).toEqual({ isRight: true, needsRehash: false })
  expect(await checkPassword('cafe au lait!', hash)).toEqual({ isRight: false, needsRehash: false })
  expect((await checkPassword('', DUMMY_HASH)).isRight).toBe(false)
  await expect(checkPassword('x', 'plain')).rejects.toThrow(/malformed/)
})

test('checkPassword reports a hash with other parameters, which the next sign-in renews', async () => {
  // Made with m=8,t=1 for the password "weak parameters".
  const { argon2Sync } = await import('node:crypto')
  const nonce = Buffer.alloc(16, 7)
  const options = { message: 'weak parameters', nonce, memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const bare = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const old = `$argon2id$v=19$m=8,t=1,p=1$${bare(nonce)}$${bare(argon2Sync('argon2id', options))}`
  expect(await checkPassword('weak parameters', old)).toEqual({ isRight: true, needsRehash: true })
})

test('recovery codes have 20 letters that cannot be confused, and are read however they are typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), (random) => {
      if (random.filter((byte) => byte < 240).length < 20) return
      const code = recoveryCode(random)
      expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{5}-){3}[2-9A-HJKMNP-TV-Z]{5}$/)
      for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' ')} `])
        expect(parseRecoveryCode(typed)).toBe(code)
    }),
  )
  for (const typed of ['', 'AAAAA', 'AAAAA-AAAAA-AAAAA-AAAA1', 'AAAAA-AAAAA-AAAAA-AAAAAA'])
    expect(parseRecoveryCode(typed)).toBeNull()
})
