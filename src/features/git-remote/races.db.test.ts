import { readdirSync, readFileSync } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GitLibrary, gitLibrary } from '../../../test/git-library.ts'
import { untilLockWaiters, whileRowIsLocked } from '../../../test/row-lock.ts'

let at: GitLibrary
beforeAll(async () => {
  at = await gitLibrary()
})
afterAll(() => at[Symbol.asyncDispose]())

const HISTORY = 'select from git_histories where user_id = $1 for update'

/** The processes of git that receive a push on this server. */
function receivers(): number[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    const command = commandOf(pid)
    return command.includes('receive-pack') && command.includes(at.mirrors) ? [Number(pid)] : []
  })
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

describe('a push and a save at the same time', () => {
  test.each([
    { what: 'the same file', other: 'a.txt' },
    { what: 'another file', other: 'b.txt' },
  ])('of $what: the push is refused when the save came first', async ({ other }) => {
    const { user, clone } = await at.person(`Race ${other}`)
    const ids = { 'a.txt': await user.saveFile('a.txt', 'a\n'), 'b.txt': await user.saveFile('b.txt', 'b\n') }
    const copy = await clone('a')
    await copy.commit('mine', { 'a.txt': 'mine\n' })
    // Git runs this hook when it has seen the newest commit of the server and before it sends its own.
    const [reached, go] = [join(copy.dir, '.git', 'reached'), join(copy.dir, '.git', 'go')]
    const hook = `#!/bin/sh\ntouch '${reached}'\nwhile [ ! -e '${go}' ]; do sleep 0.02; done\n`
    await writeFile(join(copy.dir, '.git', 'hooks', 'pre-push'), hook, { mode: 0o755 })
    const pushing = copy.run('push')
    while (
      await access(reached).then(
        () => false,
        () => true,
      )
    )
      await sleep(10)
    await at.save(user, other === 'a.txt' ? ids['a.txt'] : ids['b.txt'], 1, 'theirs\n')
    await writeFile(go, '')
    const { code, text } = await pushing
    expect(code).not.toBe(0)
    expect(text).toMatch(/remote: (The library was changed|הספרייה השתנתה)/)
    expect(await user.readFile(ids['a.txt'])).toMatchObject({ content: other === 'a.txt' ? 'theirs\n' : 'a\n' })
    if (other === 'a.txt') return
    await copy.git('pull', '--quiet', '--rebase')
    await copy.git('push', '--quiet')
    expect(await user.readFile(ids['a.txt'])).toMatchObject({ version: 2, content: 'mine\n' })
  })

  test('of many clients: every accepted push is there, every refused one is not', async () => {
    const { user, clone } = await at.person('Many')
    const id = await user.saveFile('a.txt', 'start\n')
    const copies = await Promise.all([0, 1, 2].map((n) => clone(`${n}`)))
    const commits = await Promise.all(copies.map((copy, n) => copy.commit(`push ${n}`, { 'a.txt': `push ${n}\n` })))
    const [pushes, saves] = await Promise.all([
      Promise.all(copies.map((copy) => copy.run('push'))),
      Promise.all([0, 1, 2].map((n) => user.post('/api/files', { file_name: `web ${n}`, content: 'x' }))),
    ])
    expect(saves.map(({ status }) => status)).toEqual([201, 201, 201])
    const check = await clone('check')
    const history = await check.git('rev-list', 'HEAD')
    const accepted = commits.filter((_commit, n) => pushes[n]?.code === 0)
    expect(accepted.length).toBeLessThanOrEqual(1)
    for (const commit of commits) expect(history.includes(commit)).toBe(accepted.includes(commit))
    expect((await user.readFile(id)).version).toBe(1 + accepted.length)
    expect(await check.git('fsck', '--strict')).toBe('')
  })
})

describe('git that is killed during a push', () => {
  test('leaves nothing saved when it dies before the versions are written', async () => {
    const { user, clone } = await at.person('Killed')
    const id = await user.saveFile('a.txt', 'a\n')
    const copy = await clone('a')
    for (let n = 0; n < 5; n++) await copy.commit(`c${n}`, { 'a.txt': `c${n}\n` })
    const { code } = await whileRowIsLocked(at.app.pool, { sql: HISTORY, values: [user.id] }, async () => {
      const waiting = copy.run('push')
      await untilLockWaiters(at.app.pool, 1)
      for (const pid of receivers()) process.kill(pid, 'SIGKILL')
      return { waiting }
    })
    expect(code).not.toBe(0)
    await sleep(200)
    expect(await user.readFile(id)).toMatchObject({ version: 1, content: 'a\n' })
    await copy.git('push', '--quiet')
    expect(await user.readFile(id)).toMatchObject({ version: 6, content: 'c4\n' })
    expect(await (await clone('b')).git('fsck', '--strict')).toBe('')
  })

  test('leaves all or nothing whenever it dies', async () => {
    const { user, clone } = await at.person('Any moment')
    const id = await user.saveFile('a.txt', 'a\n')
    const copy = await clone('a')
    let saved = 1
    for (const delay of [0, 15, 40, 80, 150]) {
      for (let n = 0; n < 3; n++) await copy.commit(`${delay} ${n}`, { 'a.txt': `${delay} ${n}\n` })
      const pushing = copy.run('push')
      while (receivers().length === 0 && (await Promise.race([pushing, sleep(5)])) === undefined);
      await sleep(delay)
      for (const pid of receivers()) process.kill(pid, 'SIGKILL')
      await pushing
      await sleep(100)
      const { version } = await user.readFile(id)
      expect([saved, saved + 3]).toContain(version)
      await copy.git('push', '--quiet')
      saved += 3
      expect((await user.readFile(id)).version).toBe(saved)
    }
    const other = await clone('b')
    expect(await other.git('rev-parse', 'HEAD')).toBe(await copy.git('rev-parse', 'HEAD'))
  })
})
