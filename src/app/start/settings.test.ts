import { describe, expect, test } from 'vitest'
import { addressWarning, socketFolder, startSettings } from './settings.ts'

const at = (args: string[], environment = {}) =>
  startSettings(args, { XDG_DATA_HOME: '/home/dana/data', ...environment }, false)

describe('startSettings', () => {
  test('uses localhost:3000 and a folder of the user when nothing is given', () => {
    expect(at([])).toEqual({
      data: '/home/dana/data/codeshelf',
      host: '127.0.0.1',
      port: 3000,
      origin: 'http://localhost:3000',
      databaseUrl: null,
    })
  })

  test('uses /var/lib/codeshelf for root', () => {
    expect(startSettings([], {}, true).data).toBe('/var/lib/codeshelf')
  })

  test('prefers arguments to the environment', () => {
    const environment = { PORT: '4000', HOST: '::1', CODESHELF_DATA: '/srv/a', BASE_URL: 'https://a.example' }
    expect(at([], environment)).toMatchObject({ data: '/srv/a', port: 4000, host: '::1', origin: 'https://a.example' })
    const args = ['--port', '5000', '--data', '/srv/b', '--url', 'https://b.example/']
    expect(at(args, environment)).toMatchObject({ data: '/srv/b', port: 5000, origin: 'https://b.example' })
  })

  test.each(['0', '65536', '-1', '3000x', ''])('rejects the port %j in words', (port) => {
    expect(() => at([`--port=${port}`])).toThrow(/is not a port/)
  })

  test('rejects an address that is not http', () => {
    expect(() => at(['--url', 'ftp://shelf.example'])).toThrow(/is not an address/)
    expect(() => at(['--url', 'shelf'])).toThrow(/is not an address/)
  })

  test('explains what works when other machines would reach it under the name localhost', () => {
    expect(() => at(['--host', '0.0.0.0'])).toThrow(/drop the session cookie[\s\S]+docs\/proxy\.md[\s\S]+ssh -L 3000/)
    expect(at(['--host', '0.0.0.0', '--url', 'http://shelf:3000']).host).toBe('0.0.0.0')
  })
})

test('addressWarning warns of plain http, except on this machine', () => {
  expect(addressWarning('http://localhost:3000')).toBeNull()
  expect(addressWarning('https://shelf.example')).toBeNull()
  expect(addressWarning('http://shelf:3000')).toMatch(/passkeys and notifications do not work/)
})

test('socketFolder leaves a data folder whose path is too long for a socket', () => {
  expect(socketFolder('/srv/codeshelf')).toBe('/srv/codeshelf/run')
  const long = `/srv/${'x'.repeat(90)}`
  expect(socketFolder(long)).toMatch(/\/codeshelf-\d+-[0-9a-f]{16}$/)
  expect(socketFolder(long)).not.toBe(socketFolder(`${long}y`))
})
