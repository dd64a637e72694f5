import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { debianBase, releaseFile } from './base.ts'
import { commandsIn, fileIn } from './blocks.ts'
import { firstFile, LIMIT_SECONDS, secondsOf } from './journey.ts'
import { bootMachine, type Machine } from './machine.ts'

const streamed = z.object({ arrivals: z.array(z.number()), long: z.string() })

/** Longer than the default of nginx, which is 60 seconds, in a full run. */
const SILENT_SECONDS = process.env['PACKAGES'] === 'full' ? 65 : 2
const folder = mkdtempSync(join(tmpdir(), 'codeshelf-debian-'))
const [install = '', restart = ''] = commandsIn('install.md', 'Debian')
const proxies = [
  { name: 'Caddy', language: 'caddyfile', path: '/etc/caddy/Caddyfile' },
  { name: 'nginx', language: 'nginx', path: '/etc/nginx/sites-enabled/codeshelf' },
] as const
let machine: Machine

beforeAll(async () => {
  machine = await bootMachine(debianBase())
  await machine.copy(releaseFile('codeshelf_*_amd64.deb'), '/root/codeshelf_0_amd64.deb')
  const installs = [install, ...proxies.flatMap(({ name }) => commandsIn('proxy.md', name))].join('\n').split('\n')
  for (const line of installs.filter((command) => command.startsWith('apt-get')))
    await machine.runOnline(line.replace('install -y', 'install -y --download-only'))
}, 300_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await machine[Symbol.asyncDispose]()
})

test('the Debian package leads from a bare Debian 12 to a saved file', async () => {
  const seconds = await secondsOf('Debian package', async () => {
    // The lists of packages were fetched with the packages; there is no network now.
    const printed = await machine.run(install.replace('apt-get update', ''))
    await firstFile(machine, printed)
  })
  expect(seconds).toBeLessThan(LIMIT_SECONDS)
}, 300_000)

test('the services run under the hardening of their units', async () => {
  expect(await machine.run('systemctl is-active codeshelf-web codeshelf-worker')).toBe('active\nactive\n')
  for (const [unit, highest] of [
    ['web', 1.5],
    ['worker', 1.5],
    ['runner', 5],
  ] as const) {
    await machine.run(`systemd-analyze verify codeshelf-${unit}.service`)
    const score = await machine.run(`systemd-analyze security --no-pager codeshelf-${unit}.service | tail -1`)
    process.stdout.write(score)
    expect(Number(/(\d+\.\d+) /.exec(score)?.[1])).toBeLessThan(highest)
  }
}, 60_000)

test('codeshelf backup makes a backup that a test restore proves', async () => {
  const printed = await machine.run('made=$(codeshelf backup); codeshelf restore --check "${made%%: *}"')
  expect(printed).toContain('OK')
}, 120_000)

describe.each(proxies)('behind $name', ({ name, language, path }) => {
  const [commands = ''] = commandsIn('proxy.md', name)
  let authority = ''

  beforeAll(async () => {
    for (const line of fileIn('proxy.md', 'Behind a proxy', 'ini').trim().split('\n'))
      await machine.run(`sed -i 's|^${line.split('=')[0]}=.*|${line}|' /etc/codeshelf/codeshelf.env`)
    await machine.run(restart)
    const [certificate, key] = selfSigned()
    await machine.copy(certificate, '/etc/ssl/codeshelf.crt')
    await machine.copy(key, '/etc/ssl/private/codeshelf.key')
    const [aptGet = '', ...others] = commands.split('\n')
    await machine.run('systemctl stop caddy nginx 2>/dev/null || true')
    await machine.run(`apt-get install -y --no-install-recommends ssl-cert >/dev/null 2>&1 || true; ${aptGet}`)
    await writeInside(path, fileIn('proxy.md', name, language).replace('reverse_proxy', PRIVATE_AUTHORITY))
    await machine.run(others.join('\n'))
    authority = name === 'nginx' ? readFileSync(certificate, 'utf8') : await machine.run(UNTIL_CADDY_HAS_AUTHORITY)
  }, 120_000)

  test('people sign in, upload 12 MiB and download, and have their own addresses', async () => {
    await machine.run('for i in $(seq 100); do systemctl is-active -q codeshelf-web && sleep 0.3 && break; done')
    await machine.run('runuser -u postgres -- psql -qX codeshelf -c "delete from sign_in_attempts"')
    const result: unknown = JSON.parse(await client(authority, 'app'))
    expect(result).toMatchObject({ signIn: 200, upload: 200, export: 200, zipStart: 'PK', hsts: true })
    expect(result).toHaveProperty('cookie', expect.stringMatching(/Secure/))
    // The name that failed, and three addresses: those of the two failures and of the sign-in. The proxy's would be one for all, and the
    // invented one would be a fourth.
    const counted = await machine.run(
      'runuser -u postgres -- psql -XAt codeshelf -c "select count(*) from sign_in_attempts"',
    )
    expect(counted.trim()).toBe('4')
  }, 120_000)

  test('streamed events arrive one by one, and a silent answer is waited for', async () => {
    await machine.run('systemctl stop codeshelf-web')
    const result = streamed.parse(JSON.parse(await client(authority, 'stream', String(SILENT_SECONDS))))
    await machine.run('systemctl start codeshelf-web')
    expect(result.long).toBe('end')
    const [first = 0, , third = 0] = result.arrivals
    expect(third - first).toBeGreaterThan(700)
  }, 120_000)
})

test('an upgrade migrates and starts the services again', async () => {
  const [upgrade = ''] = commandsIn('upgrade.md', 'Upgrade the Debian package')
  await machine.run(upgrade.replace('install -y', 'install -y --reinstall'))
  expect(await machine.run('systemctl is-active codeshelf-web codeshelf-worker')).toBe('active\nactive\n')
}, 180_000)

test('purge dumps the database, and removes everything but the backups', async () => {
  const [purge = ''] = commandsIn('install.md', 'Remove the Debian package')
  await machine.run(purge)
  expect(await machine.run('ls /var/backups/codeshelf')).toMatch(/^before-purge-\d{8}T\d{6}Z\.dump$/m)
  const left = await machine.run('ls -d /etc/codeshelf /var/lib/codeshelf /usr/lib/codeshelf 2>&1 || true')
  expect(left.match(/No such file/g)).toHaveLength(3)
  expect(await machine.run('runuser -u postgres -- psql -XAtl | grep -c ^codeshelf || true')).toBe('0\n')
  expect(await machine.run('getent passwd codeshelf codeshelf-runner || true')).toBe('')
}, 60_000)

/** Nobody outside can vouch for this machine, so Caddy does it itself. */
const PRIVATE_AUTHORITY = 'tls internal\n\treverse_proxy'
const UNTIL_CADDY_HAS_AUTHORITY = `file=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
for i in $(seq 100); do [ -s $file ] && break; sleep 0.1; done
cat $file`

async function client(authority: string, ...args: string[]): Promise<string> {
  return machine.runBeside(process.execPath, [join(import.meta.dirname, 'proxied.ts'), ...args], authority)
}

async function writeInside(path: string, content: string): Promise<void> {
  const file = join(folder, 'config')
  writeFileSync(file, content)
  await machine.copy(file, path)
}

function selfSigned(): [string, string] {
  const files: [string, string] = [join(folder, 'crt'), join(folder, 'key')]
  const subject = ['-subj', '/CN=shelf.example.org', '-addext', 'subjectAltName=DNS:shelf.example.org', '-days', '2']
  spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-out',
    files[0],
    '-keyout',
    files[1],
    ...subject,
  ])
  return files
}
