import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { spawnOwned } from '#platform/owned-process.ts'
import { connectServer } from './children.ts'

/** Without a turn of the event loop, so that Node does not notice the end. */
function waitForEnd(pid: number): void {
  const isZombie = () => execFileSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).startsWith('Z')
  while (!isZombie());
}

test('connectServer resolves to null when the server was killed a moment before', async () => {
  const server = spawnOwned(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(server.child, 'spawn')
  server.child.kill('SIGKILL')
  waitForEnd(server.child.pid ?? 0)
  expect(server.child.connected).toBe(true)
  expect(await connectServer(server, {})).toBeNull()
})
