import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemOf, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { GITHUB_TOKEN, sendMove, startGitHub } from '../../../test/move-in-kit.ts'

let gitHub: Awaited<ReturnType<typeof startGitHub>>
let app: TestApp
let dana: TestUser
let trouble: { status: number; body?: string } | null = null
beforeAll(async () => {
  gitHub = await startGitHub(() => trouble)
  app = await testApp({ GITHUB_TEST_API: gitHub.url })
  dana = await app.user('Dana')
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await gitHub[Symbol.asyncDispose]()
})

const fields = { github_token: ` ${GITHUB_TOKEN}\n` }

test('gists are previewed from the list, and moved with their texts', async () => {
  const shown = replyOf(await sendMove(dana, '/api/move-in/preview', [], fields))
  expect(gitHub.asked).toEqual(['GET /gists?per_page=100&page=1', 'GET /gists?per_page=100&page=2'])
  expect(shown.source).toBe('gists')
  expect(shown.files).toMatchObject([
    { file_name: 'backup.sh', language: 'Shell', bytes: 42, outcome: 'new' },
    { file_name: 'crontab' },
    { file_name: 'huge.log' },
    { file_name: 'query.sql' },
  ])
  const moved = replyOf(await sendMove(dana, '/api/move-in', [], fields))
  expect(moved).toMatchObject({
    saved: 3,
    skipped: [{ path: 'GitHub/bb6b426e72bf0549c29e/huge.log', reason: 'truncated' }],
  })
  const again = replyOf(await sendMove(dana, '/api/move-in/preview', [], fields))
  expect(again.files.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'new', 'known'])
  expect(replyOf(await dana.get('/api/move-in')).moves).toMatchObject([{ source: 'gists', label: 'GitHub', files: 3 }])
})

test('the token is neither stored nor logged', async () => {
  const { rows } = await app.pool.query<{ found: string }>(
    "select string_agg(m::text, '') || (select coalesce(string_agg(f::text, ''), '') from move_files f) || (select coalesce(string_agg(e::text, ''), '') from events e) as found from moves m",
  )
  expect(rows[0]?.found).toContain('GitHub')
  expect(rows[0]?.found).not.toContain(GITHUB_TOKEN)
  expect(app.lines.join('')).not.toContain(GITHUB_TOKEN)
})

test.each([
  [{ status: 401 }, 'github_token_refused'],
  [{ status: 404 }, 'github_token_refused'],
  [{ status: 403 }, 'github_limited'],
  [{ status: 500 }, 'github_unavailable'],
  [{ status: 200, body: 'not json' }, 'github_unavailable'],
  [{ status: 200, body: '{"a":1}' }, 'github_unavailable'],
  [{ status: 302, body: '' }, 'github_unavailable'],
])('an answer %j of GitHub is a problem in words', async (answer, code) => {
  trouble = answer
  expect(problemOf(await sendMove(dana, '/api/move-in/preview', [], fields))).toMatchObject({
    code,
    message: expect.stringMatching(/\S/) as string,
  })
  trouble = null
})

test('a wrong token is refused', async () => {
  const answer = await sendMove(dana, '/api/move-in/preview', [], { github_token: 'ghp_wrong' })
  expect(problemOf(answer)).toMatchObject({ code: 'github_token_refused', field: 'github_token' })
})
