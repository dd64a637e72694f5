import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { replyOf } from '../../../test/app.ts'

const TOKEN = 'glpat-Very_Secret.Token/1234567890+='

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage({ REPOS_UPLOAD: 'on' })
  dana = await stage.app.user('דנה')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  const { state } = stage.server
  state.behaviour = 'answer'
  state.tokens = new Set([TOKEN])
  state.beforePush = () => undefined
  state.seen = []
  stage.app.advance(60)
  await stage.app.pool.query(`update mirrors set next_sync_at = '2099-01-01'`)
})

async function copied(name: string, on = stage, user = dana) {
  const origin = on.server.create(`noa/${name}`)
  const first = origin.commit({ put: { 'src/a.ts': { executable: 'one\ntwo\n' }, 'b.md': 'b\n' } })
  const repo = await on.mirror(user, `noa/${name}`)
  await user.post(`/api/repos/${repo}/import`, { paths: ['src/a.ts'] })
  const [file] = replyOf(await user.get(`/api/files?category=repo&repo=noa/${name}`)).items
  if (!file) throw new Error('not taken')
  await user.put(`/api/files/${file.id}`, { content: 'one\nשתיים\n', prev_version: 1 })
  return { origin, repo, first, fileId: file.id, user }
}
type Copied = Awaited<ReturnType<typeof copied>>
const send = ({ repo, fileId, user }: Copied, ask: Record<string, unknown> = {}) =>
  user.post(`/api/repos/${repo}/upload`, { file_id: fileId, branch: 'work', message: 'שינוי', token: TOKEN, ...ask })
/** The events since the last call. */
const eventsOf = () =>
  stage.app.lines
    .splice(0)
    .map((line) => JSON.parse(line) as { event?: string; error?: string; severity?: string })
    .filter(({ event }) => event?.startsWith('codehost_upload'))

describe('sending a file back', () => {
  test('to a new branch creates one commit with that file alone, by that user, and does not write the mirror', async () => {
    const copy = await copied('fresh')
    const before = await (await stage.mirrorOf(copy.repo)).bytes()
    eventsOf()
    const sent = await send(copy)
    expect(sent).toMatchObject({ status: 201, body: { repo_path: 'src/a.ts', branch: 'work' } })
    expect(copy.origin.head('work')).toBe(replyOf(sent).commit)
    expect(copy.origin.git('show', 'work:src/a.ts')).toBe('one\nשתיים')
    expect(copy.origin.git('log', '-1', '--format=%an|%s|%P', 'work')).toBe(`דנה|שינוי|${copy.first}`)
    expect(copy.origin.git('diff', '--name-only', 'main', 'work')).toBe('src/a.ts')
    expect(copy.origin.git('ls-tree', 'work', 'src/a.ts')).toContain('100755')
    expect(copy.origin.head()).toBe(copy.first)
    expect(await (await stage.mirrorOf(copy.repo)).bytes()).toBe(before)
    expect(eventsOf()).toMatchObject([{ event: 'codehost_upload_start', resource: { type: 'repo', id: copy.repo } }])
  })

  test('builds on a branch that the mirror does not have', async () => {
    const copy = await copied('ontop')
    const tip = copy.origin.commit({ put: { 'c.md': 'c\n' } }, { branch: 'side', orphan: true })
    copy.origin.commit({ put: { 'src/a.ts': 'one\ntwo\n' } }, { branch: 'side' })
    expect(await send(copy, { branch: 'side' })).toMatchObject({ status: 201 })
    expect(copy.origin.git('log', '--format=%H', 'side').split('\n').at(-1)).toBe(tip)
    expect(copy.origin.git('show', 'side:c.md')).toBe('c')
  })

  test('to the mirrored branch shows no upstream change after the next sync', async () => {
    const copy = await copied('home')
    expect((await send(copy, { branch: 'main' })).status).toBe(201)
    const state = async () => replyOf(await dana.get(`/api/files/${copy.fileId}/upstream`)).state
    expect(await state()).toBe('same')
    stage.app.advance(1)
    await stage.sync()
    expect(await state()).toBe('same')
    await dana.put(`/api/files/${copy.fileId}`, { content: 'three\n', prev_version: 2 })
    expect((await send(copy, { branch: 'main' })).status).toBe(201)
    expect(copy.origin.git('show', 'main:src/a.ts')).toBe('three')
  })

  test('sends a text without a library file to a free path, or over the object the client expects', async () => {
    const copy = await copied('direct')
    const direct = (ask: Record<string, unknown>) =>
      dana.post(`/api/repos/${copy.repo}/upload`, { branch: 'main', token: TOKEN, content: 'new\n', ...ask })
    expect(await direct({ path: 'docs/./new.md' })).toMatchObject({ status: 201, body: { repo_path: 'docs/new.md' } })
    expect(copy.origin.git('log', '-1', '--format=%s', 'main')).toBe('Update docs/new.md')
    eventsOf()
    expect(await direct({ path: 'b.md' })).toMatchObject({ status: 409, body: { code: 'repo_path_changed' } })
    expect(eventsOf()).toMatchObject([
      { event: 'codehost_upload_start' },
      { event: 'codehost_upload_direct_error', error: 'repo_path_changed' },
    ])
    const known = copy.origin.git('rev-parse', 'main:b.md')
    expect((await direct({ path: 'b.md', prev_blob: known })).status).toBe(201)
  })

  test('keeps the token out of arguments, URLs, events and files', async () => {
    const copy = await copied('secret')
    const spoken: string[] = []
    stage.server.state.beforePush = () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .forEach((pid) => {
          try {
            spoken.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
          } catch {
            // These processes ended meanwhile.
          }
        })
    expect((await send(copy)).status).toBe(201)
    expect(spoken.some((line) => line.includes('send-pack') || line.includes('push'))).toBe(true)
    expect(spoken.join('\n')).not.toContain(TOKEN)
    const { seen } = stage.server.state
    expect(seen.map(({ url }) => url).join('\n')).not.toContain('Secret')
    expect(seen.some(({ authorization }) => authorization?.startsWith('Basic '))).toBe(true)
    expect(stage.app.lines.join('\n')).not.toContain('Secret')
    const config = readFileSync(join(await stage.folderOf(copy.repo), 'config'), 'utf8')
    expect(config).not.toContain('Secret')
  })
})

describe('sending a file', () => {
  let copy: Copied
  beforeAll(async () => {
    copy = await copied('refused')
  })

  it.each([
    ['a token the host does not know', { token: 'wrong' }, 403, 'upload_denied'],
    ['a token with a line break', { token: 'a\nb' }, 400, 'invalid_upload_token'],
    ['a branch that is an option', { branch: '--force' }, 400, 'invalid_branch'],
    ['a branch that leads elsewhere', { branch: 'a..b' }, 400, 'invalid_branch'],
    ['a path above the root', { path: '../x' }, 400, 'invalid_repo_path'],
    ['git’s own folder', { path: 'a/.GIT/config' }, 400, 'invalid_repo_path'],
    ['a path where something else stands', { path: 'b.md' }, 409, 'repo_path_changed'],
    ['a path that is a folder', { path: 'src' }, 409, 'repo_path_changed'],
  ])('is rejected for %s', async (_, ask, status, code) => {
    const before = copy.origin.git('for-each-ref')
    expect(await send(copy, ask)).toMatchObject({ status, body: { code } })
    expect(copy.origin.git('for-each-ref')).toBe(before)
  })

  test('is rejected when the branch moves during the push, and leaves the branch unchanged', async () => {
    let raced = ''
    stage.server.state.beforePush = () => {
      stage.server.state.beforePush = () => undefined
      raced = copy.origin.commit({ put: { 'z.md': 'z\n' } }, { branch: 'main' })
    }
    eventsOf()
    expect(await send(copy, { branch: 'main' })).toMatchObject({ status: 409, body: { code: 'branch_moved' } })
    expect(copy.origin.head()).toBe(raced)
    expect(eventsOf()).toMatchObject([
      { event: 'codehost_upload_start' },
      { event: 'codehost_upload_saved_error', severity: 'error', error: 'branch_moved' },
    ])
  })

  test('is rejected when the host denies the push or redirects', async () => {
    copy.origin.git('config', 'transfer.hideRefs', 'refs/heads/hidden')
    expect(await send(copy, { branch: 'hidden/x' })).toMatchObject({ status: 409, body: { code: 'upload_rejected' } })
    stage.server.state.behaviour = 'redirect'
    expect((await send(copy)).status).toBe(502)
  })

  test('is rejected when the host does not answer within the time limit', async () => {
    await using impatient = await repoStage({ REPOS_UPLOAD: 'on', REPO_SYNC_SECONDS: '2' })
    const waiting = await copied('hanging', impatient, await impatient.app.user('Omer'))
    impatient.server.state.behaviour = 'hang'
    expect(await send(waiting)).toMatchObject({ status: 504, body: { code: 'host_timeout' } })
  })

  test('is rejected when upstream has the same text already', async () => {
    await dana.put(`/api/files/${copy.fileId}`, { content: 'one\ntwo\n', prev_version: 2 })
    expect(await send(copy, { branch: 'again' })).toMatchObject({ status: 409, body: { code: 'nothing_to_upload' } })
  })

  test('is rejected and not offered while it is switched off, which is the default', async () => {
    await using off = await repoStage()
    const omer = await off.app.user('Omer')
    off.server.create('noa/off').commit({ put: { a: 'a\n' } })
    const id = await off.mirror(omer, 'noa/off')
    await omer.post(`/api/repos/${id}/import`, {})
    const [file] = replyOf(await omer.get('/api/files')).items
    const ask = { file_id: file?.id, branch: 'x', token: TOKEN }
    expect(await omer.post(`/api/repos/${id}/upload`, ask)).toMatchObject({
      status: 403,
      body: { code: 'upload_disabled' },
    })
    expect((await omer.page(`/file/${file?.id}/upstream`)).text.includes('name="token"')).toBe(false)
  })

  test('works by the form of the page, which then shows the branch', async () => {
    const home = await copied('formed')
    const sent = await dana.form(`/file/${home.fileId}/upload`, { branch: 'mine', message: '', token: TOKEN })
    const location = String(sent.headers['location'])
    expect(sent.status).toBe(303)
    expect(location.includes('Secret')).toBe(false)
    expect((await dana.page(location, { 'accept-language': 'en' })).text.includes('Sent to the branch')).toBe(true)
  })
})
