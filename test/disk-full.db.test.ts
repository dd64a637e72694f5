import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBackup } from '#platform/backup/create.ts'
import { migrate } from '#platform/db/migrate.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { problemOf, replyOf, testApp } from './app.ts'
import { sendForm } from './forms.ts'
import { gitLibrary } from './git-library.ts'
import { sendMove } from './move-in-kit.ts'
import { repoStage } from './repos.ts'
import { type SmallDisk, smallDisk } from './small-disk.ts'
import { zipOf } from './zips.ts'

const MIB = 1024 * 1024
const FULL = { code: 'no_disk_space', error: 'no_disk_space' }

const probe = smallDisk(1)
await probe?.[Symbol.asyncDispose]()

function mounted(mib: number): SmallDisk {
  const found = smallDisk(mib)
  if (!found) throw new Error('the tmpfs is not mounted')
  return found
}

let disk: SmallDisk
beforeEach(() => {
  disk = mounted(12)
})
afterEach(() => disk[Symbol.asyncDispose]())

/** Texts that no compression makes much smaller. */
const text = (bytes: number) => randomBytes(bytes / 2).toString('hex')

describe.skipIf(!probe)('a full disk (a tmpfs, which only root may mount)', () => {
  test('of SPOOL_DIR refuses uploads, imports and moves with words, keeps what was saved, and recovers', async () => {
    await using app = await testApp({ SPOOL_DIR: disk.dir, RATE_LIMIT_FACTOR: '100' })
    const dana = await app.user('Dana')
    const zip = { name: 'a.zip', content: await zipOf([{ name: 'in-zip.bin.txt', content: text(MIB) }]) }
    const doors = {
      upload: () => sendForm(dana, '/api/files/upload', [zip]),
      import: () => sendForm(dana, '/api/import', [zip]),
      preview: () => sendMove(dana, '/api/move-in/preview', [zip]),
    }
    for (const left of [0, 4_096, 64 * 1024]) {
      await disk.fill(left)
      for (const [door, send] of Object.entries(doors)) {
        const answer = await send()
        expect([door, answer.status, problemOf(answer)]).toMatchObject([door, 507, FULL])
        expect(answer.text).not.toContain(disk.dir)
      }
      await disk.free()
      expect(await disk.names()).toEqual([])
    }
    await disk.fill()
    // Of one upload, what came before the zip is saved, and the answer says so.
    const mixed = await sendForm(dana, '/api/files/upload', [{ name: 'before.txt', content: 'before' }, zip])
    expect(mixed.text).toContain('no_disk_space')
    expect(mixed.body).toMatchObject({ saved: 1 })
    // Saves need no spool, and many refused uploads at once harm nobody.
    const [saved, ...refused] = await Promise.all([
      dana.saveFile('meanwhile.txt', 'saved'),
      ...Array.from({ length: 8 }, () => doors.upload()),
    ])
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([507]))
    expect((await dana.readFile(saved)).content).toBe('saved')
    await disk.free()
    expect(await disk.names()).toEqual([])
    expect(replyOf(await doors.upload())).toMatchObject({ saved: 1 })
    expect(await disk.names()).toEqual([])
  })

  test('of MIRRORS_DIR fails a first sync and a later one as no_space, keeps the old commit, and recovers', async () => {
    await using stage = await repoStage({ MIRRORS_DIR: disk.dir })
    const dana = await stage.app.user('Dana')
    const origin = stage.server.create('noa/big')
    origin.commit({ put: { 'a.txt': text(4 * MIB) } })
    await disk.fill(2 * MIB)
    const id = await stage.mirror(dana, 'noa/big')
    const state = async () => replyOf(await dana.get(`/api/repos/${id}`)).repo
    expect(await state()).toMatchObject({ state: 'failed', error: 'no_space', commit: null })
    expect((await dana.page('/repos/noa/big')).text).toContain('out of disk space')
    expect((await disk.names()).filter((name) => name.includes('.git'))).toEqual([])
    await disk.free()
    await stage.resync(dana, id)
    const first = origin.head()
    expect(await state()).toMatchObject({ state: 'ready', error: null, commit: first })
    const whole = await disk.names()

    const next = origin.commit({ put: { 'b.txt': text(4 * MIB) } })
    await disk.fill(MIB)
    await stage.resync(dana, id)
    expect(await state()).toMatchObject({ state: 'failed', error: 'no_space', commit: first })
    expect((await dana.page('/repos/noa/big/a.txt')).status).toBe(200)
    // Half of a pack would take the space from every other repository until this one is synced again.
    expect(await disk.names()).toEqual(whole)
    await disk.free()
    await stage.resync(dana, id)
    expect(await state()).toMatchObject({ state: 'ready', error: null, commit: next })
  })

  test('of the git repositories of libraries refuses clones and pushes, loses no save, and recovers', async () => {
    await using at = await gitLibrary(disk.dir)
    const { user, clone, url } = await at.person('Full')
    const kept = await user.saveFile('kept.txt', text(MIB))
    const copy = await clone('before')
    await user.saveFile('more.txt', text(MIB))
    const files = () => user.get('/api/files').then((answer) => replyOf(answer).items.length)
    for (const left of [0, 4_096, 32_768, 256 * 1024]) {
      await disk.free()
      await at.forgetRepositories()
      await disk.fill(left)
      const { code, text: said } = await at.git.run(['ls-remote', url])
      expect([left, code === 0, said.includes('507')]).toEqual([left, false, true])
      expect((await disk.names()).filter((name) => /tmp_|[0-9a-f]{8}-[0-9a-f]{4}-/.test(name))).toEqual([])
    }
    await disk.free()
    await copy.git('pull', '--quiet')
    // Pushes at every amount of free space: what git calls pushed is saved, and what is refused is not.
    for (const [i, left] of [0, 4_096, 16_384, 65_536, 512 * 1024].entries()) {
      await copy.commit(`push ${i}`, { [`pushed ${i}.txt`]: text(64 * 1024) })
      await disk.fill(left)
      const { code } = await copy.run('push')
      await disk.free()
      const saved = await at.app.pool.query(`select from files where user_id = $1 and file_name = $2`, [
        user.id,
        `pushed ${i}.txt`,
      ])
      if (code === 0) expect([left, saved.rowCount]).toEqual([left, 1])
      // A push that was saved and not reported is known to the next one.
      if (code !== 0) {
        await copy.run('pull', '--quiet', '--rebase')
        await copy.git('push', '--quiet')
      }
    }
    expect(await files()).toBe(7)
    await at.forgetRepositories()
    const after = await clone('after')
    expect(await after.git('fsck', '--strict')).toBe('')
    expect(await after.git('rev-parse', 'HEAD^{tree}')).toBe(await copy.git('rev-parse', 'HEAD^{tree}'))
    expect((await user.readFile(kept)).version).toBe(1)
  })

  test('of BACKUP_DIR fails a backup without leaving half of one, and the next one succeeds', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    await dana.saveFile('a.txt', text(MIB))
    const backUp = () =>
      createBackup({ databaseUrl: app.config.database.url, dir: disk.dir, toolsDir: null, now: app.clock.now })
    for (const left of [0, 4_096, 128 * 1024]) {
      await disk.fill(left)
      await expect(backUp()).rejects.toThrow(/no space left/i)
      expect(await disk.names()).toEqual([])
    }
    await disk.free()
    const { folder } = await backUp()
    expect(await disk.names()).toHaveLength(3)
    expect(folder.startsWith(disk.dir)).toBe(true)
  })

  test('of PostgreSQL refuses saves with words, answers reads, loses nothing that was saved, and recovers', async () => {
    await using large = mounted(160)
    await using server = await startPostgres({ dir: join(large.dir, 'postgres') })
    const url = server.url('postgres')
    await migrate(url)
    await using app = await testApp({}, undefined, { url, [Symbol.asyncDispose]: () => Promise.resolve() })
    const dana = await app.user('Dana')
    const saved = [await dana.saveFile('before.txt', 'before')]
    const save = (i: number) => dana.post('/api/files', { file_name: `${i}.txt`, content: text(MIB) })
    await large.fill(3 * MIB)
    let refused = 0
    for (let i = 0; i < 10 && refused < 3; i++) {
      const answer = await save(i)
      if (answer.status === 201) saved.push(replyOf(answer).file_id)
      else {
        expect([answer.status, problemOf(answer)]).toMatchObject([507, FULL])
        expect(answer.text).not.toContain(large.dir)
        refused += 1
      }
    }
    expect(refused).toBe(3)
    expect((await dana.readFile(saved[0] ?? '')).content).toBe('before')
    await large.free()
    const after = await save(99)
    expect(after.status).toBe(201)
    for (const id of [...saved, replyOf(after).file_id]) expect((await dana.readFile(id)).version).toBe(1)
  })
})
