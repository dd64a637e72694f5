import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GitLibrary, gitLibrary } from '../../../test/git-library.ts'
import { runOnce } from '../../../test/job.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { gitRemoteJobs } from './jobs.ts'

let at: GitLibrary
beforeAll(async () => {
  at = await gitLibrary()
})
afterAll(() => at[Symbol.asyncDispose]())

const SUBJECTS = ['log', '--reverse', '--format=%s']

describe('a clone', () => {
  test('has every live file, and every version as a commit with its date and the number of notes', async () => {
    const { user, clone } = await at.person('Clone')
    const id = await user.saveFile('שלום.py', 'print(1)\n')
    at.app.advance(60)
    await user.createNote(id, { line_start: 1, line_end: 1, content: 'note' })
    await at.save(user, id, 1, 'print(2)\n')
    await user.saveFile('b.txt', 'no line end')
    const copy = await clone('a')
    expect(await copy.read('שלום.py')).toBe('print(2)\n')
    expect(await copy.read('b.txt')).toBe('no line end')
    expect(await copy.git('log', '--reverse', '--format=%s|%aI|%an|%(trailers:key=Notes,separator=%x2C)')).toBe(
      [
        'שלום.py: version 1|2026-11-15T09:30:00+00:00|Clone|Notes: 1',
        'שלום.py: version 2|2026-11-15T09:31:00+00:00|Clone|Notes: 1',
        'b.txt: version 1|2026-11-15T09:31:00+00:00|Clone|Notes: 0',
      ].join('\n'),
    )
    expect(await copy.git('fsck', '--strict')).toBe('')
  })

  test('of an empty library is an empty repository', async () => {
    const { clone } = await at.person('Empty')
    const copy = await clone('a')
    expect((await copy.run('log')).text).toContain('does not have any commits yet')
  })

  test('leaves out names that git forbids', async () => {
    const { user, clone } = await at.person('Names')
    for (const name of ['.git', '.GIT', 'git~1', '.g\u200cit', '.git ', '.gitignore', 'git', '100% (2).txt'])
      await user.saveFile(name, 'x\n')
    const copy = await clone('a')
    expect((await copy.git('-c', 'core.quotePath=false', 'ls-files')).split('\n')).toEqual([
      '.gitignore',
      '100% (2).txt',
      'git',
    ])
    expect(await copy.git('fsck', '--strict')).toBe('')
  })

  test('works with protocol version 0', async () => {
    const { user, url } = await at.person('Old')
    await user.saveFile('a.txt', 'x\n')
    await at.git.must('-c', 'protocol.version=0', 'clone', '--quiet', url, 'old')
    expect(await at.git.must('-C', 'old', ...SUBJECTS)).toBe('a.txt: version 1')
  })
})

describe('a fetch', () => {
  test('adds what was saved, renamed, exchanged, trashed and restored since, and keeps the old hashes', async () => {
    const { user, clone } = await at.person('Fetch')
    const [a, b, c] = [
      await user.saveFile('a', '1\n'),
      await user.saveFile('b', '2\n'),
      await user.saveFile('c', '3\n'),
    ]
    const copy = await clone('a')
    const first = await copy.git('rev-parse', 'HEAD')
    await user.put(`/api/files/${a}`, { file_name: 'x', prev_version: 1 })
    await user.put(`/api/files/${b}`, { file_name: 'a', prev_version: 1 })
    await user.put(`/api/files/${a}`, { file_name: 'b', prev_version: 1 })
    await user.post(`/api/files/${c}/trash`)
    await at.forgetRepositories()
    await copy.git('pull', '--quiet', '--ff-only')
    expect([await copy.read('a'), await copy.read('b')]).toEqual(['2\n', '1\n'])
    expect(await copy.git(...SUBJECTS, `${first}..`)).toBe('Move c to the trash\nRename 2 files')
    await user.post(`/api/trash/${c}/restore`)
    await user.put(`/api/files/${a}`, { file_name: 'new', prev_version: 1 })
    await at.save(user, b, 1, '22\n')
    await copy.git('pull', '--quiet', '--ff-only')
    expect(await copy.git(...SUBJECTS, '-3')).toBe('Rename b to new\nRestore c from the trash\na: version 2')
    expect(await copy.git('ls-files')).toBe('a\nc\nnew')
    expect(await copy.git('fsck', '--strict')).toBe('')
  })

  test('after a purge has a rewritten history without the file', async () => {
    const { user, clone } = await at.person('Purge')
    await user.saveFile('kept.txt', 'kept\n')
    at.app.advance(1)
    const secret = await user.saveFile('secret.txt', 'secret\n')
    at.app.advance(1)
    await user.saveFile('later.txt', 'later\n')
    const copy = await clone('a')
    await user.post(`/api/files/${secret}/trash`)
    await user.post(`/api/trash/${secret}/purge`)
    await copy.git('fetch', '--quiet')
    await copy.git('reset', '--quiet', '--hard', 'origin/main')
    expect(await copy.git(...SUBJECTS)).toBe('kept.txt: version 1\nlater.txt: version 1')
    const fresh = await clone('b')
    const { text } = await fresh.run('log', '--all', '-p')
    expect(text).not.toContain('secret')
    expect(await fresh.git('rev-parse', 'HEAD')).toBe(await copy.git('rev-parse', 'HEAD'))
  })
})

describe('the repository on disk', () => {
  const sweep = () => {
    const [job] = gitRemoteJobs(openMirrors(at.app.config.repos))
    if (!job) throw new Error('no job')
    return job.run
  }

  test('is deleted when a file of it was purged, and when nobody used it for a day', async () => {
    const { user, clone } = await at.person('Sweep')
    await at.forgetRepositories()
    await user.saveFile('kept.txt', 'kept\n')
    const secret = await user.saveFile('secret.txt', 'secret\n')
    const head = await (await clone('a')).git('rev-parse', 'HEAD')
    const now = new Date()
    expect((await runOnce(at.app, sweep(), now)).processed).toBe(0)
    await user.post(`/api/files/${secret}/trash`)
    await user.post(`/api/trash/${secret}/purge`)
    expect((await runOnce(at.app, sweep(), now)).processed).toBe(1)
    const again = await (await clone('b')).git('rev-parse', 'HEAD')
    expect(again).not.toBe(head)
    const nextDay = new Date(now.getTime() + 25 * 3_600_000)
    expect((await runOnce(at.app, sweep(), nextDay)).processed).toBe(1)
    expect(await (await clone('c')).git('rev-parse', 'HEAD')).toBe(again)
  })
})

describe('access', () => {
  const refs = (service = 'git-upload-pack') => `${at.base}/library.git/info/refs?service=${service}`
  const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`x:${secret}`).toString('base64')}` })

  test('without a token asks for one', async () => {
    const answer = await fetch(refs())
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
    expect((await fetch(refs(), { headers: basic('csk_wrong') })).status).toBe(401)
    expect((await fetch(`${at.base}/library.git/git-receive-pack`, { method: 'POST' })).status).toBe(401)
  })

  test('is Basic for git only', async () => {
    const { secret } = await at.person('Basic')
    expect((await fetch(refs(), { headers: basic(secret) })).status).toBe(200)
    expect((await fetch(`${at.base}/api/files`, { headers: basic(secret) })).status).toBe(401)
  })

  test('to push needs the scope write, and git shows why', async () => {
    const { user } = await at.person('Scope')
    await user.saveFile('a.txt', 'x\n')
    const { secret } = await user.createToken('reads', { scopes: ['read'] })
    const copy = await at.git.clone(at.urlFor(secret), 'scope')
    await copy.commit('y', { 'a.txt': 'y\n' })
    const { code, text } = await copy.run('push')
    expect(code).not.toBe(0)
    expect(text).toMatch(/remote: (The token is not allowed to do this|לאסימון אין הרשאה)/)
    const run = await user.createToken('runs', { scopes: ['run'] })
    expect((await fetch(refs(), { headers: basic(run.secret) })).status).toBe(403)
  })

  test('refuses the old protocol, other services and other content types', async () => {
    const { secret } = await at.person('Protocol')
    const headers = basic(secret)
    expect((await fetch(`${at.base}/library.git/info/refs`, { headers })).status).toBe(403)
    expect((await fetch(refs('git-upload-archive'), { headers })).status).toBe(403)
    const post = { method: 'POST', headers: { ...headers, 'content-type': 'text/plain' }, body: '0000' }
    expect((await fetch(`${at.base}/library.git/git-upload-pack`, post)).status).toBe(415)
    expect((await fetch(`${at.base}/library.git/HEAD`, { headers })).status).toBe(404)
  })

  test('reads compressed bodies, and refuses one that grows beyond the limit', async () => {
    const { user, secret } = await at.person('Gzip')
    await user.saveFile('a.txt', 'x\n')
    const send = (body: Uint8Array<ArrayBuffer>) =>
      fetch(`${at.base}/library.git/git-upload-pack`, {
        method: 'POST',
        body,
        headers: {
          ...basic(secret),
          'content-type': 'application/x-git-upload-pack-request',
          'content-encoding': 'gzip',
          'git-protocol': 'version=2',
        },
      })
    const answer = await send(new Uint8Array(gzipSync('0014command=ls-refs\n00010000')))
    expect(await answer.text()).toMatch(/[0-9a-f]{40} refs\/heads\/main/)
    const haves = `0032have ${'1'.repeat(40)}\n`.repeat(400_000)
    const bomb = await send(new Uint8Array(gzipSync(`0011command=fetch0001${haves}0000`)))
    expect(bomb.status).toBe(413)
  })
})
