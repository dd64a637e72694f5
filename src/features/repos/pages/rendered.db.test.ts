import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { repoStage, type RepoStage, type TestUser } from '../../../../test/repos.ts'

const EVIL = '<script>alert(1)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${EVIL}<circle r="4"/></svg>\n`

let stage: RepoStage
let dana: TestUser
let first = ''
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
  const origin = stage.server.create('noa/docs')
  const text = (n: number) => `const a = ${n}\n`
  first = origin.commit({
    put: {
      'README.md': `# כלים\n\n## Second\n\nSee [the guide](docs/guide.md#top), [up](../../../etc/passwd), [web](https://example.org/x) ${EVIL}\n`,
      'docs/guide.md': '# Guide\n\n[back](../README.md) [root](/src/a.ts)\n',
      'docs/readme.MD': '# Inner\n',
      'logo.svg': SVG,
      'page.html': `<!doctype html><p>words</p>${EVIL}<img src=x onerror=alert(2)>`,
      'src/a.ts': text(0),
      'src/shelf.py': 'class Shelf:\n    def put(self):\n        pass\n',
      'package.json': '{}\n',
    },
  })
  for (let n = 1; n < 5; n++) origin.commit({ put: { 'src/a.ts': text(n) } })
  origin.commit({ put: { 'gone.ts': '1\n' } })
  origin.commit({ put: { 'gone.ts': '2\n' } })
  origin.commit({
    remove: ['gone.ts'],
    put: { 'docs/guide.md': '# Guide\n\n[back](../README.md) [root](/src/a.ts) more\n' },
  })
  await stage.mirror(dana, 'noa/docs')
})
afterAll(() => stage[Symbol.asyncDispose]())

const page = (path: string) => dana.page(`/repos/noa/docs${path}`, { 'accept-language': 'en' })
const has = async (path: string, ...words: string[]) => {
  const { status, text } = await page(path)
  expect(status).toBe(200)
  for (const word of words) expect(text.includes(word), word).toBe(true)
  expect(text.includes(EVIL)).toBe(false)
  return text
}

describe('rendered views of repository files', () => {
  test('a folder shows its README, whose relative links stay inside the repository', async () => {
    await has(
      '',
      'id="prose"',
      'כלים',
      '/repos/noa/docs/docs/guide.md#top',
      'href="/repos/noa/docs"',
      'https://example.org/x',
    )
    await has('/docs', 'Inner')
    const pinned = await has(`?at=${first}`, `/repos/noa/docs/docs/guide.md?at=${first}#top`)
    expect(pinned.includes('etc/passwd')).toBe(false)
    expect((await page('/src')).text.includes('id="prose"')).toBe(false)
  })

  test('Markdown has both views, an outline beside its source, and links relative to its folder', async () => {
    await has('/README.md', 'view=rendered', 'id="outline"', '#L3')
    await has('/docs/guide.md?view=rendered', 'id="prose"', '/repos/noa/docs/README.md', '/repos/noa/docs/src/a.ts')
  })

  test('code has an outline of its definitions', async () => {
    await has('/src/shelf.py', 'id="outline"', 'href="#L2"><bdi dir="ltr">put</bdi></a>')
  })

  test('a picture is always an image, and its document can neither run nor load anything', async () => {
    await has('/logo.svg?view=rendered', '<img', 'as=svg')
    const picture = await dana.get(`/repos/noa/docs/logo.svg?as=svg`)
    expect(picture.headers).toMatchObject({ 'content-type': 'image/svg+xml; charset=utf-8' })
    expect(String(picture.headers['content-security-policy'])).toContain('sandbox')
    expect(String(picture.headers['content-security-policy'])).toContain("default-src 'none'")
  })

  test('an HTML file is shown in a sandboxed frame, sanitised and without scripts', async () => {
    const shown = await page('/page.html?view=rendered')
    expect(/<iframe [^>]*\bsandbox(="")?[ >]/.test(shown.text)).toBe(true)
    expect(String(shown.headers['content-security-policy'])).toContain(
      'frame-src https://shelf.test/repos/noa/docs/page.html',
    )
    const framed = await dana.get('/repos/noa/docs/page.html?as=page')
    expect(framed.text).toContain('words')
    expect(framed.text).not.toContain('alert')
    expect(String(framed.headers['content-security-policy'])).toContain('sandbox')
  })

  it.each([
    ['/src/a.ts?view=rendered', 415],
    ['/src/a.ts?as=svg', 415],
    ['/README.md?as=page', 415],
    ['/none.md?view=rendered', 404],
  ])('%s returns %i', async (path, status) => {
    expect((await page(path)).status).toBe(status)
  })
})

test('statistics list the hottest existing files and emit an event at each stage', async () => {
  const text = await has(
    '?view=numbers',
    'Files that change most',
    '5 changes',
    'package.json',
    'In the last 8 commits',
  )
  expect(text.includes('gone.ts')).toBe(false)
  const emitted = stage.app.lines.filter((line) => line.includes('repo_analysis_'))
  expect(emitted.map((line): unknown => JSON.parse(line))).toMatchObject([
    { event: 'repo_analysis_start' },
    { event: 'repo_analysis_parsed' },
    { event: 'repo_analysis_done' },
  ])
})
