import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadBackupConfig } from './backup.ts'
import { loadConfig } from './config.ts'
import { envExample } from './documents.ts'

const enough = { DATABASE_URL: 'postgres://x', MESSENGER_BOT_TOKEN: 't', MESSENGER_BOT_NAME: 'bot' }

describe('configuration', () => {
  test('reports all mistakes together', () => {
    const broken = { PORT: 'many', LOG_LEVEL: 'loud', BASE_URL: 'ftp://x', MESSENGER_BOT_TOKEN: 't' }
    expect(() => loadConfig(broken)).toThrow(/BASE_URL[\s\S]*PORT[\s\S]*DATABASE_URL|DATABASE_URL[\s\S]*PORT/)
    expect(() => loadConfig(broken)).toThrow(/LOG_LEVEL/)
  })

  test('reads a value from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'token')
    writeFileSync(file, 'from-a-file\n')
    const config = loadConfig({ ...enough, MESSENGER_BOT_TOKEN: '', MESSENGER_BOT_TOKEN_FILE: file })
    expect(config.signIn).toMatchObject({ via: 'messenger', botToken: 'from-a-file' })
  })

  test('loadConfig accepts production without a messenger, and refuses the name of a bot without its token', () => {
    expect(loadConfig({ DATABASE_URL: 'postgres://x' })).toMatchObject({
      signIn: { via: 'off' },
      passwords: true,
      registration: 'invitation',
    })
    const half = { DATABASE_URL: 'postgres://x', MESSENGER_BOT_NAME: 'bot' }
    expect(() => loadConfig(half)).toThrow(/MESSENGER_BOT_TOKEN/)
    expect(loadConfig({ ...half, NODE_ENV: 'development' }).signIn).toEqual({ via: 'off' })
  })

  test('REGISTRATION=closed stops the messenger from creating accounts', () => {
    const createsAccounts = (environment: Record<string, string>) => {
      const { signIn } = loadConfig({ ...enough, ...environment })
      return signIn.via === 'messenger' && signIn.createsAccounts
    }
    expect(createsAccounts({})).toBe(true)
    expect(createsAccounts({ MESSENGER_ACCOUNTS: 'known' })).toBe(false)
    expect(createsAccounts({ REGISTRATION: 'closed' })).toBe(false)
  })

  test('loadConfig rejects a bot token without a bot name in production', () => {
    const nameless = { ...enough, MESSENGER_BOT_NAME: '' }
    expect(() => loadConfig(nameless)).toThrow(/MESSENGER_BOT_NAME/)
    expect(loadConfig({ ...nameless, NODE_ENV: 'development' }).signIn).toMatchObject({ botName: null })
  })

  test('grants roles by messenger ids', () => {
    expect(loadConfig({ ...enough, ADMIN_IDS: '12,13' }).roles.admins).toEqual(new Set(['12', '13']))
    expect(() => loadConfig({ ...enough, ADMIN_IDS: 'dana' })).toThrow(/ADMIN_IDS/)
  })

  test('migrations and backups use DATABASE_DIRECT_URL, and DATABASE_URL without it', () => {
    const [url, direct] = ['postgres://pgbouncer/x', 'postgres://server/x']
    expect(loadConfig({ ...enough, DATABASE_URL: url }).database).toMatchObject({ url, directUrl: url })
    const pooled = { ...enough, DATABASE_URL: url, DATABASE_DIRECT_URL: direct }
    expect(loadConfig(pooled).database).toMatchObject({ url, directUrl: direct })
    expect(loadBackupConfig(pooled).databaseUrl).toBe(direct)
  })

  test('the example names every variable', () => {
    expect(envExample()).toContain('# Maximum number of database connections of one process.\n# DATABASE_POOL_SIZE=10')
  })
})
