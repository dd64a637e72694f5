import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { replyOf } from '../../../../test/app.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../../test/repos.ts'

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
})
afterAll(() => stage[Symbol.asyncDispose]())

const PATH = process.env['PATH'] ?? ''
const GIT = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
afterEach(() => {
  process.env['PATH'] = PATH
  vi.restoreAllMocks()
})

/** Replaces one git subcommand by a script. */
function insteadOf(command: string, script: string): void {
  const dir = join(stage.dir, 'bin')
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'git')
  writeFileSync(file, `#!/bin/sh\ncase "$*" in *" ${command} "*) ${script};; *) exec ${GIT} "$@";; esac\n`)
  chmodSync(file, 0o755)
  process.env['PATH'] = `${dir}:${PATH}`
}

/** Shortens the time limit of git. A search counts what it used before git begins, so that its limit is a little less than 20 seconds. */
function hurry(): void {
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    real(run, ms !== undefined && ms > 19_000 && ms <= 20_000 ? 3_000 : ms)) as typeof setTimeout)
}

const english = { 'accept-language': 'en' }
const page = async (path: string) => (await dana.page(path, english)).text
/** The newest failure in the log. */
const failureLogged = () => stage.app.lines.findLast((line) => line.includes('request failed')) ?? ''
const rows = (n: number, word: string) => Array.from({ length: n }, (_, i) => `${word} ${i}\n`).join('')

describe('a diff that is too long for a page', () => {
  const CUT = 'only its first part is shown'

  test('has a notice on the page of a commit', async () => {
    const origin = stage.server.create('noa/long')
    const long = origin.commit({ put: { 'a.txt': rows(4_001, 'row') } })
    const short = origin.commit({ put: { 'b.txt': rows(4_000, 'row') } })
    await stage.mirror(dana, 'noa/long')
    expect((await page(`/repos/noa/long?at=${long}&view=commit`)).includes(CUT)).toBe(true)
    const hebrew = await dana.page(`/repos/noa/long?at=${long}&view=commit`, { 'accept-language': 'he' })
    expect(hebrew.text.includes('מוצג רק חלקה הראשון')).toBe(true)
    expect((await page(`/repos/noa/long?at=${short}&view=commit`)).includes(CUT)).toBe(false)
  })

  test('has a notice beside the copy of a file', async () => {
    const origin = stage.server.create('noa/grown')
    origin.commit({ put: { 'a.txt': 'one\n' } })
    const id = await stage.mirror(dana, 'noa/grown')
    await dana.post(`/api/repos/${id}/import`, { paths: ['a.txt'] })
    const [file] = replyOf(await dana.get('/api/files?category=repo&repo=noa/grown')).items
    origin.commit({ put: { 'a.txt': rows(4_100, 'row') } })
    await stage.resync(dana, id)
    expect((await page(`/file/${file?.id}/upstream`)).includes(CUT)).toBe(true)
  })
})

describe('a history of more than one page', () => {
  const text = (n: number) => `${'const a = 1\n'.repeat(20)}${n}\n`
  const subjects = (html: string) => [...html.matchAll(/dir="auto">([ao]\d+)<\/a>/g)].map(([, subject]) => subject)
  const olderIn = (html: string) =>
    /href="([^"]*skip=[^"]*)"[^>]*>\s*Older commits/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  async function readAll(first: string): Promise<(string | undefined)[][]> {
    const pages: (string | undefined)[][] = []
    for (let next: string | undefined = first; next !== undefined;) {
      const html: string = await page(next)
      pages.push(subjects(html))
      next = olderIn(html)
    }
    return pages
  }
  const down = (n: number, letter = 'a') => Array.from({ length: n }, (_, i) => `${letter}${n - 1 - i}`)

  test('links to every older commit, once and in order, through renames', async () => {
    const origin = stage.server.create('noa/old')
    const edits = (n: number) =>
      n === 55 ? { rename: { 'a.ts': 'b.ts' } } : { put: { [n < 55 ? 'a.ts' : 'b.ts']: text(n) } }
    origin.commits(
      Array.from({ length: 110 }, (_, n) => [
        { edits: edits(n), options: { message: `a${n}` } },
        { edits: { put: { 'other.txt': `${n}\n` } }, options: { message: `o${n}` } },
      ]).flat(),
    )
    const id = await stage.mirror(dana, 'noa/old')
    const pages = await readAll('/repos/noa/old/b.ts?view=history')
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 10])
    expect(pages.flat()).toEqual(down(110))
    const whole = await readAll('/repos/noa/old?view=history')
    expect(whole.map(({ length }) => length)).toEqual([50, 50, 50, 50, 20])
    expect(whole.flat().filter((subject) => subject?.startsWith('a'))).toEqual(down(110))
    // A sync between two pages shifts nothing.
    const next = olderIn(await page('/repos/noa/old?view=history')) ?? ''
    origin.commit({ put: { 'other.txt': 'new\n' } }, { message: 'o999' })
    await stage.resync(dana, id)
    expect(subjects(await page(next))).toEqual(whole[1])
    expect(await page(next)).toContain('Newer commits')
  })

  test('that fills one page exactly has no link to older commits', async () => {
    const origin = stage.server.create('noa/exact')
    origin.commits(
      Array.from({ length: 50 }, (_, n) => ({ edits: { put: { 'a.ts': text(n) } }, options: { message: `a${n}` } })),
    )
    await stage.mirror(dana, 'noa/exact')
    for (const path of ['', '/a.ts']) {
      const html = await page(`/repos/noa/exact${path}?view=history`)
      expect(subjects(html)).toEqual(down(50))
      expect(html).not.toContain('Older commits')
    }
    expect(await page('/repos/noa/exact?view=history&skip=50')).toContain('There are no older commits')
    expect(subjects(await page('/repos/noa/exact?view=history&skip=-1'))).toEqual(down(50))
  })
})

describe('a text with lone carriage returns', () => {
  beforeAll(async () => {
    const origin = stage.server.create('noa/mac')
    origin.commit({ put: { 'a.txt': 'a\rb\nc\n' } }, { author: 'Noa' })
    origin.commit({ put: { 'a.txt': 'a\rb\nd\n' } }, { author: 'Rina' })
    await stage.mirror(dana, 'noa/mac')
  })

  test('has every line blamed on its author', async () => {
    const html = await page('/repos/noa/mac/a.txt?view=blame')
    const parts = html.split('class="repo-blamed ').slice(1)
    const inside = (tag: string) => new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'gs')
    const shown = parts.map((part) =>
      [inside('bdi'), inside('pre')].flatMap((tag) => [...part.matchAll(tag)].map((m) => m[1])),
    )
    expect(shown).toEqual([
      ['change', 'Noa', '<span id="L1">1\n</span>', '\na␍b'],
      ['change', 'Rina', '<span id="L2">2\n</span>', '\nd'],
    ])
  })

  test('has a way to the blame before each change and back to the current one', async () => {
    const html = await page('/repos/noa/mac/a.txt?view=blame')
    const [, before = ''] =
      /href="([^"]*)#L2" aria-label="Blame before: change"/.exec(html.replaceAll('&amp;', '&')) ?? []
    const earlier = await page(before)
    expect(earlier).toContain('␍')
    expect(earlier).not.toContain('Rina')
    expect(earlier).not.toContain('Blame before')
    expect(earlier).toContain('href="/repos/noa/mac/a.txt?view=blame"')
  })
})

describe('a failing git', () => {
  let id = ''
  beforeAll(async () => {
    stage.server
      .create('noa/slow')
      .commit({ put: { 'a.txt': 'needle\n', 'empty.txt': '', 'large.bin': rows(100_000, 'row') } })
    id = await stage.mirror(dana, 'noa/slow')
  })

  test('returns repo_too_slow after a timeout, not mirror_unreadable', async () => {
    hurry()
    insteadOf('blame', 'sleep 60')
    const answer = await dana.get('/repos/noa/slow/a.txt?view=blame', english)
    expect(answer).toMatchObject({ status: 503, body: { code: 'repo_too_slow' } })
    expect(failureLogged()).toContain('git: timeout')
  })

  test('shows partial search results after a timeout, with a notice', async () => {
    hurry()
    insteadOf('grep', `${GIT} "$@"; sleep 60`)
    const html = await page('/repos/noa/slow?q=needle')
    expect(html).toContain('1 line found')
    expect(html).toContain('The search took too long and was stopped')
    const nothing = await dana.get('/repos/noa/slow?q=nothing-like-it', english)
    expect(nothing).toMatchObject({ status: 503, body: { code: 'repo_too_slow' } })
  })

  test('has its stderr logged without names', async () => {
    insteadOf('blame', `echo "fatal: no such path 'a.txt' in ${stage.dir}/x" >&2; exit 128`)
    const answer = await dana.get('/repos/noa/slow/a.txt?view=blame', english)
    expect(answer).toMatchObject({ status: 503, body: { code: 'mirror_unreadable' } })
    const line = failureLogged()
    expect(line).toContain('git: failed')
    expect(line).toContain('fatal: no such path … in …')
    expect(line).not.toContain(stage.dir)
    expect(line).not.toContain('a.txt')
  })

  test('aborts a download half-way and is logged', async () => {
    expect((await dana.get('/repos/noa/slow/large.bin?download=1')).text).toBe(rows(100_000, 'row'))
    expect(await dana.get('/repos/noa/slow/empty.txt?download=1')).toMatchObject({ status: 200, text: '' })
    insteadOf('cat-file', `${GIT} "$@" | head -c 200000; exit 128`)
    stage.app.lines.length = 0
    await expect(dana.get('/repos/noa/slow/large.bin?download=1')).rejects.toThrow('destroyed')
    expect(failureLogged()).toContain('git: failed')
  })

  test('rejects a download before it begins when nothing can be read', async () => {
    await (await stage.mirrorOf(id)).remove()
    const answer = await dana.get('/repos/noa/slow/large.bin?download=1')
    expect(answer).toMatchObject({ status: 503, body: { code: 'mirror_unreadable' } })
    expect(answer.headers['content-disposition']).toBeUndefined()
  })
})

describe('files that are too large', () => {
  test('are skipped by a search, with a notice on the page', async () => {
    const large = Buffer.alloc(9 * 1024 * 1024, 'a needle in a long line, ')
    const odd = String.raw`d [x]/lo*ng "é?\\.txt`
    const origin = stage.server.create('noa/heavy')
    const first = origin.commit({ put: { [odd]: large, 'b/large.txt': large, 'large.txt': 'needle at the root\n' } })
    origin.commit({ put: { 'b/large.txt': 'needle below\n' } })
    await stage.mirror(dana, 'noa/heavy')
    const now = await page('/repos/noa/heavy?q=needle')
    expect(now).toContain('1 file is larger than 8 MB and was not searched.')
    expect(now).toContain('2 lines found')
    const before = await page(`/repos/noa/heavy?q=needle&at=${first}`)
    expect(before).toContain('2 files are larger than 8 MB and were not searched.')
    expect(before).toContain('1 line found')
  })

  test('are rejected when git needs more memory than its limit', async () => {
    insteadOf('blame', 'echo "fatal: Out of memory, malloc failed (tried to allocate 200000000 bytes)" >&2; exit 128')
    const answer = await dana.get('/repos/noa/heavy/b/large.txt?view=blame', { accept: 'application/json' })
    expect(answer.body).toMatchObject({ code: 'repo_file_too_large' })
  })
})
