import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf } from '../../../test/app.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'

let stage: RepoStage
let dana: TestUser
let omer: TestUser
let origin: ReturnType<RepoStage['server']['create']>
let id = ''
const HEBREW = 'ענף/תכונה-חדשה'
/** With a Cyrillic letter. */
const LOOKALIKE = 'f\u0435ature'

beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
  omer = await stage.app.user('Omer')
  origin = stage.server.create('noa/site')
  origin.commit({ put: { 'src/a.ts': 'const a = 1\n', 'both.txt': 'on main\n' } }, { message: 'begin' })
  for (const name of ['feature', HEBREW, LOOKALIKE]) origin.git('branch', name, 'main')
  origin.commit(
    { put: { 'both.txt': 'on the branch\n', 'only.md': '# needle\n[a](src/a.ts)\n' }, remove: ['src/a.ts'] },
    { branch: 'feature', message: 'work on the branch' },
  )
  origin.commit({ put: { 'both.txt': 'בעברית\n' } }, { branch: HEBREW })
  origin.commit({ put: { 'both.txt': 'other letter\n' } }, { branch: LOOKALIKE })
  id = await stage.mirror(dana, 'noa/site')
})
afterAll(() => stage[Symbol.asyncDispose]())

const REPO = '/repos/noa/site'
const on = (branch: string) => `branch=${encodeURIComponent(branch)}`
const page = (path: string, person = dana) => person.page(REPO + path, { 'accept-language': 'en' })
const add = (branch: string, person = dana, repo = id) => person.post(`/api/repos/${repo}/branches`, { branch })
const branchesOf = async () => replyOf(await dana.get(`/api/repos/${id}/branches`)).branches
const sync = async () => {
  stage.app.advance(100)
  await stage.resync(dana, id)
}

describe('a branch beside the one of the mirror', () => {
  test('is read in every view at a stable address once a sync has fetched it, and leaves the main branch as it was', async () => {
    expect(replyOf(await add('feature')).branches).toEqual([{ name: 'feature', commit: null, error: null }])
    const waiting = await page(`/both.txt?${on('feature')}`)
    expect(waiting.status).toBe(409)
    expect(waiting.text).toContain('Fetching branch')
    expect((await dana.get(`${REPO}/both.txt?${on('feature')}`)).body).toMatchObject({ code: 'branch_not_synced' })
    await sync()
    expect(await branchesOf()).toEqual([{ name: 'feature', commit: origin.head('feature'), error: null }])
    for (const [path, word] of [
      ['/both.txt', 'on the branch'],
      ['', 'only.md'],
      ['/both.txt?view=history', 'work on the branch'],
      ['/both.txt?view=blame', 'on the branch'],
      ['?q=needle', 'only.md'],
      ['/only.md?view=rendered', `href="${REPO}/src/a.ts?branch=feature"`],
      ['/both.txt?view=tree', `href="${REPO}/only.md?branch=feature"`],
    ] as const) {
      const shown = await page(`${path}${path.includes('?') ? '&' : '?'}${on('feature')}`)
      expect(shown.status, path).toBe(200)
      expect(shown.text.includes(word), path).toBe(true)
      expect(shown.text.includes('Here files can only be read'), path).toBe(true)
    }
    expect((await page('/both.txt')).text).toContain('on main')
    expect(replyOf(await dana.get(`/api/repos/${id}/text?path=both.txt&${on('feature')}`)).version.content).toBe(
      'on the branch\n',
    )
    // The main branch by its own name is the page without a name.
    expect((await page(`/both.txt?${on('main')}`)).text).not.toContain('Here files can only be read')
  })

  test('has no notes and no import, and says where they are', async () => {
    await dana.post(`/api/sticky-notes/repo/${encodeURIComponent('noa/site')}/both.txt`, {
      content: 'x',
      line_start: 1,
    })
    const { text } = await page(`/both.txt?${on('feature')}`)
    expect(text).toContain('To the note on')
    expect(text).not.toContain('notes/notes')
    expect(text).not.toContain(`${REPO}/import`)
  })

  test('keeps the path in the switch, and says when a branch does not have it', async () => {
    const onMain = await page('/src/a.ts?view=blame')
    expect(onMain.text).toContain(`href="${REPO}/src/a.ts?branch=feature&amp;view=blame"`)
    const missing = await page(`/src/a.ts?${on('feature')}`)
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('There is no \u2068src/a.ts\u2069 on branch \u2068feature\u2069')
    expect(missing.text).toContain(`href="${REPO}/src/a.ts"`)
    const back = await page('/only.md')
    expect(back.status).toBe(404)
    expect(back.text).toContain(`href="${REPO}/only.md?branch=feature"`)
    expect((await dana.get(`${REPO}/src/a.ts?${on('feature')}`)).body).toMatchObject({ code: 'repo_file_not_found' })
  })

  test('moves with its host, goes on being readable when it is deleted there, and never fails the sync of the mirror', async () => {
    origin.commit({ put: { 'both.txt': 'newer\n' } }, { branch: 'feature' })
    await add('gone')
    await sync()
    expect((await page(`/both.txt?${on('feature')}`)).text).toContain('newer')
    expect((await branchesOf()).find(({ name }) => name === 'gone')).toEqual({
      name: 'gone',
      commit: null,
      error: 'no_branch',
    })
    expect((await page(`?${on('gone')}`)).text).toContain('There is no such branch')
    origin.git('branch', '-D', 'feature')
    await sync()
    expect((await page(`/both.txt?${on('feature')}`)).text).toContain('newer')
    expect((await branchesOf())[0]).toMatchObject({ name: 'feature', error: 'no_branch' })
    expect(replyOf(await dana.get(`/api/repos/${id}`)).repo.state).toBe('ready')
    await dana.delete(`/api/repos/${id}/branches`, { branch: 'gone' })
    expect((await branchesOf()).map(({ name }) => name)).toEqual(['feature'])
  })

  test('may be in Hebrew, 200 letters long, or differ from another one by one letter of another script', async () => {
    const long = 'א'.repeat(200)
    origin.git('update-ref', 'refs/heads/short', origin.head())
    for (const name of [HEBREW, LOOKALIKE, long, 'refs/heads/main', 'HEAD']) expect((await add(name)).status).toBe(201)
    await sync()
    expect((await page(`/both.txt?${on(HEBREW)}`)).text).toContain('בעברית')
    expect((await page(`/both.txt?${on(LOOKALIKE)}`)).text).toContain('other letter')
    const states = new Map((await branchesOf()).map(({ name, error }) => [name, error]))
    for (const name of [long, 'refs/heads/main', 'HEAD']) expect(states.get(name), name).toBe('no_branch')
    expect(await page(`/both.txt?${on(HEBREW)}`)).toMatchObject({ status: 200 })
  })

  test.each([
    '-x',
    '--upload-pack=touch /tmp/branch-attack',
    '..',
    'a..b',
    'a b',
    '',
    ' ',
    'a\u0000b',
    'a\nb',
    'a\u001bb',
    'x'.repeat(250),
    'ש'.repeat(300),
    '\ud800',
    '+main:refs/heads/evil',
    'a:b',
    'main^{}',
    'a.lock',
    'x*',
    '/main',
    '<script>alert(1)</script> ',
  ])('is refused with 400 or 404, never 500 and never an option of git, when it is called %j', async (name) => {
    expect((await add(name)).status).toBe(400)
    const shown = await page(`/both.txt?${on(name.toWellFormed())}`)
    expect([400, 404]).toContain(shown.status)
    expect(shown.text).not.toContain('<script>alert')
    const form = await dana.form(`${REPO}/branches`, { branch: name, path: 'both.txt' })
    expect([400, 303]).toContain(form.status)
    expect([200, 400]).toContain((await dana.delete(`/api/repos/${id}/branches`, { branch: name })).status)
    expect((await branchesOf()).every((each) => each.name !== name)).toBe(true)
  })

  test('counts against a limit of ten for a repository, also under concurrent requests', async () => {
    const other = stage.server.create('noa/many')
    other.commit({ put: { 'a.txt': 'a\n' } })
    const many = await stage.mirror(dana, 'noa/many')
    const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => add(`b${i}`, dana, many)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ body }) => !body.ok && body.code === 'too_many_branches')).toHaveLength(4)
    expect(replyOf(await dana.get(`/api/repos/${many}/branches`)).count).toBe(10)
    // The one of the mirror, and one that was added before, need no slot.
    expect((await add('main', dana, many)).status).toBe(201)
    expect(replyOf(await dana.get(`/api/repos/${many}/branches`)).count).toBe(10)
  })

  test('belongs to the user who added it, and goes with the repository', async () => {
    expect((await omer.get(`/api/repos/${id}/branches`)).status).toBe(404)
    expect((await add('feature', omer)).status).toBe(404)
    const theirs = await stage.mirror(omer, 'noa/site')
    expect(replyOf(await omer.get(`/api/repos/${theirs}/branches`)).count).toBe(0)
    expect((await page(`/both.txt?${on('feature')}`, omer)).status).toBe(404)
    await omer.delete(`/api/repos/${theirs}`)
    const again = await stage.mirror(omer, 'noa/site')
    await add(HEBREW, omer, again)
    await omer.delete(`/api/repos/${again}`)
    const last = await stage.mirror(omer, 'noa/site')
    expect(replyOf(await omer.get(`/api/repos/${last}/branches`)).branches).toEqual([])
  })

  test('is added and removed by forms that return to the path and the view', async () => {
    const added = await dana.form(`${REPO}/branches`, { branch: 'short', path: 'both.txt', view: 'blame' })
    expect(added).toMatchObject({
      status: 303,
      headers: { location: `${REPO}/both.txt?branch=short&view=blame` },
    })
    const removed = await dana.form(`${REPO}/branches/remove`, { branch: 'short' })
    expect(removed).toMatchObject({ status: 303, headers: { location: REPO } })
    expect((await dana.form(`${REPO}/branches`, { branch: 'short', path: '../../etc' })).status).toBe(400)
    await dana.form(`${REPO}/branches/remove`, { branch: 'short' })
  })
})

describe('a branch that is larger than the limit', () => {
  test('fails alone, leaves no bytes behind, and the mirror goes on being synced', async () => {
    await using small = await repoStage({ REPO_MAX_MB: '1' })
    const noa = await small.app.user('Noa')
    const source = small.server.create('noa/large')
    source.commit({ put: { 'a.txt': 'one\n' } })
    source.git('branch', 'huge', 'main')
    source.commit({ put: { 'huge.bin': randomBytes(4_000_000) } }, { branch: 'huge' })
    const large = await small.mirror(noa, 'noa/large')
    await add('huge', noa, large)
    await small.resync(noa, large)
    expect(replyOf(await noa.get(`/api/repos/${large}/branches`)).branches).toEqual([
      { name: 'huge', commit: null, error: 'too_large' },
    ])
    expect(await (await small.mirrorOf(large)).bytes()).toBeLessThan(1_000_000)
    const next = source.commit({ put: { 'a.txt': 'two\n' } })
    await small.resync(noa, large)
    expect(replyOf(await noa.get(`/api/repos/${large}`)).repo).toMatchObject({ state: 'ready', commit: next })
  })
})
