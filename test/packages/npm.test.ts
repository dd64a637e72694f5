import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { debianBase, releaseFile } from './base.ts'
import { commandsIn } from './blocks.ts'
import { firstFile, LIMIT_SECONDS, secondsOf } from './journey.ts'
import { bootMachine, type Machine } from './machine.ts'

let machine: Machine
const [install = ''] = commandsIn('install.md', 'npm')
const [node = ''] = commandsIn('install.md', 'Node on Debian 12')
const [aptNode = '', npmNode = ''] = node.split(/(?=^npm )/m)

/** A network that inspects TLS has an authority of its own, which npm must know. */
const AUTHORITY = process.env['NODE_EXTRA_CA_CERTS'] ?? ''
const trusting = existsSync(AUTHORITY) ? 'export NODE_EXTRA_CA_CERTS=/root/authority.crt\n' : ''

beforeAll(async () => {
  machine = await bootMachine(debianBase())
  await machine.copy(releaseFile('codeshelf-[0-9]*.tgz'), '/root/codeshelf-0.tgz')
  if (trusting !== '') await machine.copy(AUTHORITY, '/root/authority.crt')
  await machine.runOnline(aptNode)
  // Fills the cache of npm, so that the measured installation downloads nothing.
  await machine.runOnline(`${trusting}npm install --silent --prefix /tmp/warm ./codeshelf-*.tgz; rm -rf /tmp/warm`)
}, 600_000)
afterAll(() => machine[Symbol.asyncDispose]())

test('an old Node is told to be too old in one sentence', async () => {
  await machine.run('export npm_config_prefer_offline=true; npm install --silent -g ./codeshelf-*.tgz 2>/dev/null')
  const sentence = /^Codeshelf needs Node 26\.10 or newer, and this is Node 18\.\d+\.\d+\.\n$/
  expect(await machine.run('codeshelf start 2>&1 || true')).toMatch(sentence)
  expect(await machine.run('codeshelf-cli ls 2>&1 || true')).toMatch(sentence)
  await machine.run('npm uninstall --silent -g codeshelf')
}, 120_000)

test('the npm package leads from Node to a saved file', async () => {
  await machine.runOnline(`${trusting}${npmNode}`)
  const inBackground = install.replace('codeshelf start', START)
  const seconds = await secondsOf('npm package', async () =>
    firstFile(machine, await machine.run(`export npm_config_prefer_offline=true\n${inBackground}`)),
  )
  expect(seconds).toBeLessThan(LIMIT_SECONDS)
}, 300_000)

test('an upgrade keeps the library', async () => {
  const [upgrade = ''] = commandsIn('upgrade.md', 'Upgrade with npm')
  await machine.run(STOP)
  const printed = await machine.run(
    `export npm_config_prefer_offline=true\n${upgrade.replace('codeshelf start', START.replace('/set-up/', 'is ready'))}`,
  )
  expect(printed).toContain('is ready')
  expect(printed).not.toContain('/set-up/')
}, 300_000)

test('SIGTERM stops everything', async () => {
  await machine.run(STOP)
  expect(await machine.run('cat /proc/[0-9]*/comm | grep -E "^(node|postgres|MainThread)$" || true')).toBe('')
}, 60_000)

/** Beside the test, as in a second terminal. */
const START = `codeshelf start >start.log 2>&1 & echo $! >start.pid
for attempt in $(seq 600); do
  if grep -q /set-up/ start.log; then break; fi
  sleep 0.1
done
cat start.log`

const STOP = `kill -TERM "$(cat start.pid)"
for attempt in $(seq 300); do
  if ! kill -0 "$(cat start.pid)" 2>/dev/null; then break; fi
  sleep 0.1
done`
