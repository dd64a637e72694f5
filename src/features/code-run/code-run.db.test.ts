import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { BOT_TOKEN, cookieOf, ORIGIN, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { signWidget } from '../../../test/sign-widget.ts'

/** A fake runner that the test controls: the real one has its own tests and needs a sandbox that not every machine offers. */
/** `held`: a run ends only after it. */
type Script = { busy: number; status: number; lines: object[]; held: Promise<void>; breaks: boolean }
type FakeRunner = Script & { address: string; jobs: Record<string, unknown>[]; left: number; server: Server }

const END = {
  exitCode: 0,
  verdict: null,
  executionMs: 12,
  written: { stdout: 0, stderr: 0 },
  dropped: { stdout: 0, stderr: 0 },
  truncated: false,
}
const output = (stream: string, text: string) => ({ kind: 'output', stream, text })
const end = (change: object = {}) => ({ kind: 'end', end: { ...END, ...change } })

const folder = mkdtempSync(join(tmpdir(), 'fake-runners-'))
const fakes: FakeRunner[] = []
afterAll(() => {
  for (const { server } of fakes) server.close()
  rmSync(folder, { recursive: true })
})

async function fakeRunner(script: Partial<Script> = {}): Promise<FakeRunner> {
  const path = join(folder, `${fakes.length}.sock`)
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== 'Bearer sixteen-characters') return response.writeHead(401).end()
    const { busy, status, lines, held, breaks } = fake
    if (request.url === '/health') {
      return response.end(JSON.stringify({ engine: 'fake', slots: 2, busy, queued: 0, queueMax: 4 }))
    }
    const body = (await Array.fromAsync(request)).join('')
    fake.jobs.push(JSON.parse(body) as Record<string, unknown>)
    response.on('close', () => (fake.left += response.writableFinished ? 0 : 1))
    if (status !== 200) return response.writeHead(status).end('{}')
    // Each is sent before the connection may break.
    const write = (line: object) =>
      new Promise<void>((resolve) => response.write(`${JSON.stringify(line)}\n`, () => resolve()))
    await write({ kind: 'started' })
    await held
    for (const line of lines) await write(line)
    return breaks ? response.destroy() : response.end()
  }).listen(path)
  await once(server, 'listening')
  const fake: FakeRunner = {
    busy: 0,
    status: 200,
    lines: [end()],
    held: Promise.resolve(),
    breaks: false,
    ...script,
    address: `unix:${path}`,
    jobs: [],
    left: 0,
    server,
  }
  fakes.push(fake)
  return fake
}

/** Runs do not end until the returned function is called. */
function hold(runner: FakeRunner): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  runner.held = promise
  return resolve
}

const appWith = (...runners: FakeRunner[]) =>
  testApp({
    RUNNERS: runners.map(({ address }) => address).join(','),
    RUNNER_SECRET: 'sixteen-characters',
    RATE_LIMIT_FACTOR: '100',
  })

describe('running code', () => {
  let app: TestApp
  let runner: FakeRunner
  let noa: TestUser
  beforeAll(async () => {
    runner = await fakeRunner()
    app = await appWith(runner)
    noa = await app.user('Noa', 'premium')
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('GET /api/code/run/limits returns the limits of the contract', async () => {
    const answer = await noa.get('/api/code/run/limits')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      enabled: true,
      limits: {
        max_timeout_seconds: 30,
        default_timeout_seconds: 5,
        max_memory_mb: 128,
        default_memory_mb: 128,
        min_memory_mb: 32,
        max_code_bytes: 51_200,
        max_output_bytes: 102_400,
      },
    })
    expect(replyOf(answer).allowed_imports).toContain('collections')
    expect(replyOf(answer).allowed_imports).not.toContain('os')
  })

  test('POST /api/code/run is for premium and admin', async () => {
    const dana = await app.user('Dana')
    const admin = await app.user('Avi', 'admin')
    expect(await dana.get('/api/code/run/limits')).toMatchObject({ status: 403, body: { code: 'premium_required' } })
    expect(await dana.post('/api/code/run', { code: '1' })).toMatchObject({
      status: 403,
      body: { code: 'premium_required' },
    })
    expect(await admin.get('/api/code/run/limits')).toMatchObject({ status: 200 })
  })

  test('the result has exactly the fields of the contract', async () => {
    runner.lines = [output('stdout', 'של'), output('stderr', 'x'), output('stdout', 'ום\0'), end({ exitCode: 3 })]
    const { status, body } = await noa.post('/api/code/run', { code: 'print()', timeout: 2.5, memory_limit_mb: 64 })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: false,
      stdout: 'שלום\0',
      stderr: 'x',
      exit_code: 3,
      execution_time_ms: 12,
      truncated: false,
      error: null,
    })
    expect(runner.jobs.at(-1)).toMatchObject({ code: 'print()', timeoutMs: 2500, memoryMb: 64, outputBytes: 102_400 })
  })

  it.each(['timeout', 'memory_limit', 'process_limit', 'output_limit', 'import_not_allowed'])(
    'the verdict %s is returned as the error',
    async (verdict) => {
      runner.lines = [end({ verdict, exitCode: 137, truncated: true })]
      const { body } = await noa.post('/api/code/run', { code: 'x' })
      expect(body).toMatchObject({ success: false, error: verdict, truncated: true })
    },
  )

  it.each([
    { body: {}, field: 'code' },
    { body: { code: 7 }, field: 'code' },
    { body: { code: 'a\0' }, field: 'code' },
    { body: { code: '', timeout: 31 }, field: 'timeout', max: 30 },
    { body: { code: '', timeout: 0 }, field: 'timeout' },
    { body: { code: '', timeout: '5' }, field: 'timeout' },
    { body: { code: '', memory_limit_mb: 31 }, field: 'memory_limit_mb', min: 32 },
    { body: { code: '', memory_limit_mb: 129 }, field: 'memory_limit_mb', max: 128 },
    { body: { code: '', memory_limit_mb: 64.5 }, field: 'memory_limit_mb' },
    { body: { code: '', language: 'ruby' }, field: 'language' },
    { body: { code: 'א'.repeat(25_601) }, field: 'code', max: 51_200 },
  ])('an invalid $field answers 400 and is never clamped', async ({ body, ...context }) => {
    expect(await noa.post('/api/code/run', body)).toMatchObject({ status: 400, body: context })
  })

  test('input of exactly the maximum size is accepted', async () => {
    runner.lines = [end()]
    expect((await noa.post('/api/code/run', { code: 'א'.repeat(25_600) })).status).toBe(200)
  })

  test('each user has one run at a time across processes, and other users are not blocked', async () => {
    await using other = await appWith(runner)
    const rival = await other.user('Rival', 'premium')
    const [before, letGo] = [runner.jobs.length, hold(runner)]
    const first = noa.post('/api/code/run', { code: 'x' })
    await expect.poll(() => runner.jobs.length).toBe(before + 1)
    const second = await noa.post('/api/code/run', { code: 'x' })
    expect(second).toMatchObject({ status: 429, body: { code: 'run_in_progress' }, headers: { 'retry-after': '2' } })
    const others = rival.post('/api/code/run', { code: 'x' })
    await expect.poll(() => runner.jobs.length).toBe(before + 2)
    letGo()
    expect((await others).status).toBe(200)
    expect((await first).status).toBe(200)
    expect((await noa.post('/api/code/run', { code: 'x' })).status).toBe(200)
  })

  test('the run slot of a crashed process expires', async () => {
    await app.db
      .insertInto('code_runs')
      .values({
        user_id: noa.id,
        run_id: '0190f000-0000-7000-8000-000000000000',
        held_until: new Date(app.clock.now.getTime() + 60_000),
      })
      .execute()
    expect((await noa.post('/api/code/run', { code: 'x' })).status).toBe(429)
    app.advance(61)
    expect((await noa.post('/api/code/run', { code: 'x' })).status).toBe(200)
  })

  test('a runner lost during a run answers 503 without a result and without a retry', async () => {
    const before = runner.jobs.length
    Object.assign(runner, { lines: [output('stdout', 'half')], breaks: true })
    expect(await noa.post('/api/code/run', { code: 'x' })).toMatchObject({
      status: 503,
      body: { code: 'sandbox_unavailable' },
    })
    expect(runner.jobs.length).toBe(before + 1)
    Object.assign(runner, { lines: [end()], breaks: false })
    expect((await noa.post('/api/code/run', { code: 'x' })).status).toBe(200)
  })

  test('a full queue answers 429', async () => {
    runner.status = 503
    expect(await noa.post('/api/code/run', { code: 'x' })).toMatchObject({
      status: 429,
      body: { code: 'run_queue_full' },
    })
    runner.status = 200
  })

  test('the stream emits queue position, output and result while the run proceeds', async () => {
    runner.lines = [
      { kind: 'queued', place: 2 },
      output('stdout', 'a\nb'),
      end({ dropped: { stdout: 5, stderr: 0 }, truncated: true }),
    ]
    const { text, headers } = await noa.post('/api/code/run/stream', { code: 'x' })
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(text.split('\n\n').map((each) => each.split('\n')[0])).toEqual([
      'event: started',
      'event: queued',
      'event: output',
      'event: result',
      '',
    ])
    expect(text).toContain('data: {"stream":"stdout","text":"a\\nb"}')
    expect(text).toContain('"dropped_bytes":5')
    Object.assign(runner, { lines: [output('stdout', 'half')], breaks: true })
    const lost = await noa.post('/api/code/run/stream', { code: 'x' })
    expect(lost.text).toMatch(/event: problem\ndata: .*"code":"sandbox_unavailable"/)
    Object.assign(runner, { lines: [end()], breaks: false })
  })

  test('a client that disconnects ends the run and frees the slot', async () => {
    const letGo = hold(runner)
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const cookie = await premiumCookie(app)
    const leaving = new AbortController()
    const asked = fetch(`http://127.0.0.1:${port}/api/code/run/stream`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { cookie, origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'x' }),
    })
    await (await asked).body?.getReader().read()
    const left = runner.left
    leaving.abort()
    await expect.poll(() => runner.left).toBe(left + 1)
    letGo()
    const again = async () => (await app.visitor().post('/api/code/run', { code: 'x' }, { cookie })).status
    await expect.poll(again).toBe(200)
  })
})

/** A signed-in user whose cookie can be sent over a real connection. */
async function premiumCookie({ app, clock, db, visitor }: TestApp): Promise<string> {
  const now = Math.floor(clock.now.getTime() / 1000)
  const answer = await visitor().post(
    '/auth/messenger',
    signWidget(BOT_TOKEN, { id: 77_001, first_name: 'Omer', auth_date: now }),
  )
  const person = await db
    .selectFrom('identities')
    .select('user_id')
    .where('provider_uid', '=', '77001')
    .executeTakeFirstOrThrow()
  await db.updateTable('users').set({ role: 'premium' }).where('user_id', '=', person.user_id).execute()
  expect(app.server.listening).toBe(true)
  return cookieOf(answer)
}

describe('playground page', () => {
  let app: TestApp
  let runner: FakeRunner
  beforeAll(async () => {
    runner = await fakeRunner({ lines: [output('stdout', '<b>7</b>'), end()] })
    app = await appWith(runner)
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('is open to every user, and offers only the browser with an explanation to users without premium', async () => {
    const dana = await app.user('Dana')
    const { status, text } = await dana.page('/tools/code', { 'accept-language': 'en' })
    expect(status).toBe(200)
    expect(text).toContain('is for premium members')
    expect(text).toMatch(/value="server"[^>]*disabled/)
  })

  test('opens with the user’s own file, and never with another user’s', async () => {
    const [noa, dana] = [await app.user('Noa', 'premium'), await app.user('Dana')]
    const url = `/tools/code?file=${await noa.saveFile('mine.py', 'print("mine")')}`
    expect((await noa.page(url)).text).toContain('print(&quot;mine&quot;)')
    expect((await dana.page(url)).status).toBe(404)
    expect((await noa.page('/tools/code?file=nonsense')).status).toBe(404)
  })

  test('the form runs the code and shows the result without script', async () => {
    const noa = await app.user('Noa', 'premium')
    const { status, text } = await noa.form('/tools/code', {
      code: 'a\r\nb',
      stdin: 'x',
      timeout: '3',
      memory_limit_mb: '64',
      where: 'server',
    })
    expect(status).toBe(200)
    expect(text).toContain('&lt;b>7&lt;/b>')
    expect(runner.jobs.at(-1)).toMatchObject({ code: 'a\nb', stdin: 'x', timeoutMs: 3000, memoryMb: 64 })
  })

  test('only the sandboxed Python frame may compile WebAssembly, and it has neither origin nor network', async () => {
    const noa = await app.user('Noa', 'premium')
    const page = await noa.page('/tools/code')
    expect(String(page.headers['content-security-policy'])).not.toContain('wasm')
    const policy = String((await app.visitor().page('/tools/code/python')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("'wasm-unsafe-eval'")
    expect(policy).toMatch(/; sandbox allow-scripts$/)
    expect(policy).not.toMatch(/connect-src|strict-dynamic|allow-same-origin|'self'[^;]*;.*script-src/)
  })
})

describe('several runners', () => {
  test('the least busy runner is tried first, and one that is offline or full is skipped', async () => {
    const [idle, full, away] = [
      await fakeRunner(),
      await fakeRunner({ busy: 0, status: 503 }),
      await fakeRunner({ busy: 2 }),
    ]
    await using app = await appWith(away, full, idle)
    away.server.close()
    const noa = await app.user('Noa', 'premium')
    for (let run = 0; run < 3; run += 1) expect((await noa.post('/api/code/run', { code: 'x' })).status).toBe(200)
    expect([idle.jobs.length, away.jobs.length]).toEqual([3, 0])
  })

  test('without runners the feature is off, and a run answers 503', async () => {
    await using app = await testApp()
    const noa = await app.user('Noa', 'premium')
    expect((await noa.get('/api/code/run/limits')).body).toMatchObject({ enabled: false })
    expect(await noa.post('/api/code/run', { code: 'x' })).toMatchObject({
      status: 503,
      body: { code: 'sandbox_unavailable' },
    })
  })
})
