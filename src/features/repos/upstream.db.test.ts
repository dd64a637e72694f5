import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyOf } from '../../../test/app.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'

let stage: RepoStage
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  stage = await repoStage({ REPOS_UPLOAD: 'on' })
  dana = await stage.app.user('Dana')
  omer = await stage.app.user('Omer')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  stage.server.state.behaviour = 'answer'
  stage.server.state.tokens.clear()
  stage.server.state.beforePush = () => undefined
  stage.app.advance(60)
  await stage.app.pool.query(`update mirrors set next_sync_at = '2099-01-01'`)
})

const LINES = Array.from({ length: 12 }, (_, i) => `const value${i} = ${i}`)
const textWith = (changes: Record<number, string> = {}) => `${LINES.map((line, i) => changes[i] ?? line).join('\n')}\n`

/** Creates a repository with one file, mirrors it and copies the file into the library. */
async function taken(name: string) {
  const origin = stage.server.create(`noa/${name}`)
  const commit = origin.commit({ put: { 'src/a.ts': textWith(), 'other.md': 'words\n' } })
  const id = await stage.mirror(dana, `noa/${name}`)
  await dana.post(`/api/repos/${id}/import`, { paths: ['src/a.ts'] })
  const [file] = replyOf(await dana.get(`/api/files?category=repo&repo=noa/${name}`)).items
  if (!file) throw new Error('not taken')
  const edit = async (content: string, version: number) =>
    dana.put(`/api/files/${file.id}`, { content, prev_version: version })
  return { origin, commit, repo: id, fileId: file.id, edit, api: `/api/files/${file.id}/upstream` as const }
}
type Taken = Awaited<ReturnType<typeof taken>>

const resync = (copy: Taken) => stage.resync(dana, copy.repo)
const upstreamOf = async (copy: Taken) => replyOf(await dana.get(copy.api))
const page = async (copy: Taken, path = '') => dana.page(`/file/${copy.fileId}${path}`, { 'accept-language': 'en' })
async function update(copy: Taken, take = 'update') {
  const { version, upstream_blob: blob } = await upstreamOf(copy)
  return dana.post(copy.api, { take, prev_version: version, upstream_blob: blob })
}
const contentOf = async (copy: Taken) => (await dana.get(`/raw/${copy.fileId}`)).text

describe('a copied file', () => {
  test('shows no banner when upstream is unchanged', async () => {
    const copy = await taken('still')
    expect(await upstreamOf(copy)).toMatchObject({
      state: 'same',
      repo_name: 'noa/still',
      repo_path: 'src/a.ts',
      commit: copy.commit,
      update: 'nothing',
    })
    expect((await page(copy)).text).not.toContain('upstream')
    expect((await page(copy, '/upstream')).text).toContain('Nothing changed upstream')
    expect((await omer.get(copy.api)).status).toBe(404)
    expect((await omer.page(`/file/${copy.fileId}/upstream`)).status).toBe(404)
  })

  test('that was not copied from a repository has no upstream', async () => {
    const id = await dana.saveFile('own.ts', 'x\n')
    expect(await dana.get(`/api/files/${id}/upstream`)).toMatchObject({ status: 404, body: { code: 'no_upstream' } })
  })

  test('changed upstream shows a banner and a comparison, and is updated as a new version', async () => {
    const copy = await taken('changed')
    const head = copy.origin.commit({ put: { 'src/a.ts': textWith({ 2: 'const better = 2' }) } })
    await resync(copy)
    expect((await page(copy)).text).toContain('changed upstream since')
    const compared = await page(copy, '/upstream')
    expect(compared.text).toContain('better')
    expect(compared.text).toContain('diff-added')
    expect(await update(copy)).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await contentOf(copy)).toBe(textWith({ 2: 'const better = 2' }))
    expect(await upstreamOf(copy)).toMatchObject({ state: 'same', commit: head })
    expect((await page(copy)).text).not.toContain('changed upstream')
  })

  test('is merged when both sides changed without overlap', async () => {
    const copy = await taken('both')
    await copy.edit(textWith({ 0: 'const mine = 0' }), 1)
    copy.origin.commit({ put: { 'src/a.ts': textWith({ 10: 'const theirs = 10' }) } })
    await resync(copy)
    expect(await upstreamOf(copy)).toMatchObject({ update: 'merge' })
    expect((await page(copy, '/upstream')).text).toContain('What the update would change here')
    expect(await update(copy)).toMatchObject({ status: 200, body: { version: 3 } })
    expect(await contentOf(copy)).toBe(textWith({ 0: 'const mine = 0', 10: 'const theirs = 10' }))
    // The next change is merged too: the base is the upstream text, not our merge result.
    copy.origin.commit({ put: { 'src/a.ts': textWith({ 10: 'const theirs = 10', 6: 'const more = 6' }) } })
    await resync(copy)
    expect(await update(copy)).toMatchObject({ status: 200, body: { version: 4 } })
    expect(await contentOf(copy)).toBe(textWith({ 0: 'const mine = 0', 6: 'const more = 6', 10: 'const theirs = 10' }))
  })

  test('with overlapping changes shows both sides, writes nothing and waits for a decision', async () => {
    const copy = await taken('conflict')
    await copy.edit(textWith({ 5: 'const mine = 5' }), 1)
    copy.origin.commit({ put: { 'src/a.ts': textWith({ 5: 'const theirs = 5 // <b>' }) } })
    await resync(copy)
    expect(await upstreamOf(copy)).toMatchObject({
      update: 'ask',
      conflicts: [{ mine: 'const mine = 5\n', theirs: 'const theirs = 5 // <b>\n', base: `${LINES[5]}\n` }],
    })
    const shown = await page(copy, '/upstream')
    expect(shown.text).toContain('const mine = 5')
    expect(shown.text).toContain('const theirs = 5 // &lt;b')
    expect(await update(copy)).toMatchObject({ status: 409, body: { code: 'merge_conflict', conflicts: 1 } })
    expect(await contentOf(copy)).toBe(textWith({ 5: 'const mine = 5' }))
    expect(await update(copy, 'mine')).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await upstreamOf(copy)).toMatchObject({ state: 'same' })
    expect(await contentOf(copy)).toBe(textWith({ 5: 'const mine = 5' }))
  })

  test('is not updated when either side changed since the page was shown', async () => {
    const copy = await taken('raced')
    copy.origin.commit({ put: { 'src/a.ts': textWith({ 2: 'one' }) } })
    await resync(copy)
    const { upstream_blob: blob } = await upstreamOf(copy)
    await copy.edit(textWith({ 11: 'mine' }), 1)
    const stale = await dana.post(copy.api, { prev_version: 1, upstream_blob: blob })
    expect(stale).toMatchObject({ status: 409, body: { code: 'conflict', version: 2 } })
    copy.origin.commit({ put: { 'src/a.ts': textWith({ 2: 'two' }) } })
    await resync(copy)
    const moved = await dana.post(copy.api, { prev_version: 2, upstream_blob: blob })
    expect(moved).toMatchObject({ status: 409, body: { code: 'upstream_moved' } })
    expect(await contentOf(copy)).toBe(textWith({ 11: 'mine' }))
  })

  test('follows a rename upstream, and the update records the new name', async () => {
    const copy = await taken('renamed')
    copy.origin.commit({ rename: { 'src/a.ts': 'lib/b.ts' }, put: { 'lib/b.ts': textWith({ 3: 'const three = 3' }) } })
    await resync(copy)
    expect(await upstreamOf(copy)).toMatchObject({ state: 'renamed', has_changed: true, renamed_to: 'lib/b.ts' })
    expect((await page(copy)).text).toContain('lib/b.ts')
    expect((await update(copy)).status).toBe(200)
    expect(await upstreamOf(copy)).toMatchObject({ state: 'same', repo_path: 'lib/b.ts', renamed_to: null })
  })

  test('cannot be updated when upstream deleted it or the mirror is gone, and each has its own text', async () => {
    const copy = await taken('deleted')
    copy.origin.commit({ remove: ['src/a.ts'] })
    await resync(copy)
    expect(await upstreamOf(copy)).toMatchObject({ state: 'gone', upstream_blob: null, update: null })
    expect((await page(copy)).text).toContain('no longer in the repository')
    const ask = { prev_version: 1, upstream_blob: 'a'.repeat(40) }
    expect(await dana.post(copy.api, ask)).toMatchObject({ status: 409, body: { code: 'upstream_gone' } })
    await (await stage.mirrorOf(copy.repo)).remove()
    expect(await upstreamOf(copy)).toMatchObject({ state: 'unknown', current_commit: null })
    expect((await page(copy)).text).toContain('Cannot check whether')
    expect((await page(copy, '/upstream')).status).toBe(200)
    expect(await dana.post(copy.api, ask)).toMatchObject({ status: 503, body: { code: 'mirror_unreadable' } })
    await dana.delete(`/api/repos/${copy.repo}`)
    expect(await upstreamOf(copy)).toMatchObject({ state: 'unknown' })
  })

  test('is updated by the form without script', async () => {
    const copy = await taken('form')
    copy.origin.commit({ put: { 'src/a.ts': textWith({ 1: 'x' }) } })
    await resync(copy)
    const { upstream_blob: blob } = await upstreamOf(copy)
    const fields = { take: 'update', prev_version: '1', upstream_blob: String(blob) }
    const sent = await dana.form(`/file/${copy.fileId}/upstream`, fields)
    expect(sent).toMatchObject({ status: 303, headers: { location: `/file/${copy.fileId}` } })
    expect(await contentOf(copy)).toBe(textWith({ 1: 'x' }))
  })
})
