import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestUser } from '../../../test/app.ts'
import type { Clone } from '../../../test/git-client.ts'
import { type GitLibrary, gitLibrary } from '../../../test/git-library.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'

let at: GitLibrary
beforeAll(async () => {
  at = await gitLibrary()
})
afterAll(() => at[Symbol.asyncDispose]())

let people = 0
/** A user, and clones with a token that may write so often a day. */
async function withBudget(writes: number) {
  const name = `Budget ${(people += 1)}`
  const user = await at.app.user(name)
  const { secret, id } = await user.createToken('small', { writes_per_day: writes })
  const clone = async (folder: string) => {
    const copy = await at.git.clone(at.urlFor(secret), `${name}-${folder}`)
    await copy.git('checkout', '--quiet', '-B', 'main')
    return copy
  }
  return { user, id, clone }
}

const push = (copy: Clone) => copy.run('push', 'origin', 'main')
const files = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.txt`, `${text} ${i}\n`]))
async function usedBy(user: TestUser, id: string) {
  return replyOf(await user.get('/api/tokens')).tokens.find((token) => token.id === id)?.writes_today
}
async function actsOf(id: string): Promise<string[]> {
  const sql = 'select kind from agent_acts where token_id = $1 order by kind'
  return (await at.app.pool.query<{ kind: string }>(sql, [id])).rows.map(({ kind }) => kind)
}
async function liveNames(user: TestUser): Promise<string[]> {
  const { items } = replyOf(await user.get('/api/files'))
  return items.map(({ file_name: name }) => name).toSorted()
}

test('a push costs one write for each changed file of each commit, and one without changes costs one', async () => {
  const { user, id, clone } = await withBudget(10)
  const copy = await clone('a')
  await copy.commit('two', files(2, 'a'))
  await copy.commit('one of them again', { '0.txt': 'b\n' })
  await copy.git('push', '--quiet', 'origin', 'main')
  expect(await usedBy(user, id)).toBe(3)
  await copy.commit('nothing')
  await copy.git('push', '--quiet', 'origin', 'main')
  expect(await usedBy(user, id)).toBe(4)
  expect(await actsOf(id)).toEqual(['file_edited', 'file_saved', 'file_saved'])
})

test('a push above the budget is refused as a whole, and git prints when it renews', async () => {
  const { user, id, clone } = await withBudget(2)
  const copy = await clone('a')
  await copy.commit('600 files', files(600, 'a'))
  const { code, text } = await push(copy)
  expect(code).not.toBe(0)
  expect(text).toMatch(/remote: .*\(2\).*\(600\).*2026-\d\d-\d\dT00:00:00\.000\+00:00/)
  expect(text).not.toContain('renews_at')
  expect(await liveNames(user)).toEqual([])
  expect([await usedBy(user, id), await actsOf(id)]).toEqual([0, []])
})

test('files that a push moves to the trash count as writes, are in the audit log and are restored by undo', async () => {
  const { user, id, clone } = await withBudget(5)
  const own = await user.saveFile('own.txt', 'mine\n')
  const copy = await clone('a')
  await copy.commit('new', { 'new.txt': 'new\n', 'own.txt': 'edited\n' })
  await copy.git('push', '--quiet', 'origin', 'main')
  await rm(join(copy.dir, 'own.txt'))
  await rm(join(copy.dir, 'new.txt'))
  await copy.commit('remove both')
  await copy.git('push', '--quiet', 'origin', 'main')
  expect(await liveNames(user)).toEqual([])
  expect(await usedBy(user, id)).toBe(4)
  expect(await actsOf(id)).toEqual(['file_edited', 'file_saved', 'file_trashed', 'file_trashed'])
  const undone = await user.form('/settings/agents/undo', { token: id, since: 'all' })
  expect(undone.status).toBe(200)
  expect(await liveNames(user)).toEqual(['own.txt'])
  expect(await user.readFile(own)).toMatchObject({ content: 'mine\n' })
  await copy.git('pull', '--quiet', '--ff-only', 'origin', 'main')
  expect(await copy.read('own.txt')).toBe('mine\n')
})

test('a push that would move more files to the trash than the budget has left is refused', async () => {
  const { user, clone } = await withBudget(2)
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await user.saveFile(name, `${name}\n`)
  const copy = await clone('a')
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await rm(join(copy.dir, name))
  await copy.commit('remove all')
  expect((await push(copy)).code).not.toBe(0)
  expect(await liveNames(user)).toEqual(['a.txt', 'b.txt', 'c.txt'])
})

test('undo leaves a file in the trash that its owner moved there', async () => {
  const { user, id, clone } = await withBudget(5)
  const copy = await clone('a')
  await copy.commit('new', { 'x.txt': 'x\n' })
  await copy.git('push', '--quiet', 'origin', 'main')
  const [file] = replyOf(await user.get('/api/files')).items
  await user.post(`/api/files/${String(file?.id)}/trash`)
  const undone = await user.form('/settings/agents/undo', { token: id, since: 'all' })
  expect(undone.text).toContain('x.txt')
  expect(await liveNames(user)).toEqual([])
})

test('of two concurrent pushes that together exceed the budget one is saved', async () => {
  const { user, id, clone } = await withBudget(3)
  const copies = [await clone('a'), await clone('b')]
  for (const [i, copy] of copies.entries()) await copy.commit('two', files(2, `copy ${i}`))
  const codes = await Promise.all(copies.map(async (copy) => (await push(copy)).code))
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(await liveNames(user)).toHaveLength(2)
  expect(await usedBy(user, id)).toBe(2)
})

test('a push that waits for another write of the same token is refused when that write spends the rest', async () => {
  const { user, id, clone } = await withBudget(3)
  const copy = await clone('a')
  await copy.commit('one', files(1, 'a'))
  await copy.git('push', '--quiet', 'origin', 'main')
  await copy.commit('two', files(2, 'b'))
  const spend = { sql: 'update token_usage set writes = writes + 1 where token_id = $1', values: [id] }
  const { code } = await whileRowIsLocked(at.app.pool, spend, async () => ({ waiting: push(copy) }))
  expect(code).not.toBe(0)
  expect(await liveNames(user)).toEqual(['0.txt'])
})
