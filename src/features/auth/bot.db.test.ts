import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listenToBot } from '#app/bot.ts'
import { openBotApi } from '#platform/bot-api.ts'
import { BOT_TOKEN, ORIGIN, type TestApp, testApp } from '../../../test/app.ts'
import { unpackWaiting } from './bot.ts'

let app: TestApp
let messenger: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  messenger = await standIn()
  app = await testApp({ MESSENGER_BOT_SIGN_IN: 'true', MESSENGER_API_URL: messenger.url })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  messenger.close()
})

type Sent = { chat_id: number; text: string }

/** The messenger's interface for bots, as far as we use it, on loopback. */
async function standIn() {
  let waiting: { update_id: number }[] = []
  const sent: Sent[] = []
  let failures = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { offset?: number } & Sent
    const answer = (result: unknown, status = 200) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ok: status === 200, result }))
    if (!request.url?.startsWith(`/bot${BOT_TOKEN}/`)) return answer(null, 404)
    if (failures > 0 && failures--) return answer(null, 502)
    if (request.url.endsWith('/sendMessage')) {
      sent.push(body)
      return answer({})
    }
    // Asking for later ones confirms the earlier.
    waiting = waiting.filter(({ update_id: id }) => id >= (body.offset ?? 0))
    const news = () => waiting
    for (let turn = 0; turn < 20 && news().length === 0; turn++) await new Promise((resolve) => setTimeout(resolve, 20))
    return answer(news())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let last = 0
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    fail: (times: number) => (failures = times),
    write: (text: string, type = 'private') =>
      waiting.push({
        update_id: ++last,
        message: { text, chat: { id: 77, type }, from: { id: 90_001, first_name: 'דנה' } },
      } as {
        update_id: number
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const log = pino({ level: 'silent' })
const listen = (isLeading = () => true) =>
  listenToBot({
    api: openBotApi(messenger.url, BOT_TOKEN),
    botToken: BOT_TOKEN,
    origin: ORIGIN,
    clock: () => app.clock.now,
    log,
    isLeading,
  })

/** A browser presses the link on /login. */
async function start(next = '/files') {
  const answer = await app.visitor().page(`/auth/bot?next=${encodeURIComponent(next)}`)
  expect(answer.status).toBe(302)
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
  const code = new URL(String(answer.headers['location'])).searchParams.get('start') ?? ''
  return { answer, cookie, code }
}

async function linkFor(code: string): Promise<string> {
  messenger.sent.length = 0
  messenger.write(`/start ${code}`)
  await vi.waitFor(() => expect(messenger.sent).toHaveLength(1), { timeout: 10_000 })
  return messenger.sent[0]?.text.split('\n').at(-1)?.replace(ORIGIN, '') ?? ''
}

describe('signing in by a message to the bot', () => {
  test('the login page offers it, and it leads to the bot with a code that only this browser has', async () => {
    expect((await app.visitor().page('/login?next=/files')).text).toContain('href="/auth/bot?next=%2Ffiles"')
    const { answer, cookie, code } = await start()
    expect(String(answer.headers['location'])).toBe(`https://t.me/test_bot?start=${code}`)
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; Secure; SameSite=Lax/)
    expect(unpackWaiting(decodeURIComponent(cookie.split('=')[1] ?? ''))).toEqual({ code, next: '/files' })
  })

  test('the bot answers with a link that signs in here, once, and goes on to where it started', async () => {
    const bot = listen()
    const { cookie, code } = await start('/files?q=a')
    const link = await linkFor(code)
    await bot.stop()
    expect(messenger.sent[0]?.chat_id).toBe(77)
    const enter = await app.visitor().page(link, { cookie })
    expect(enter).toMatchObject({ status: 303, headers: { location: '/files?q=a' } })
    const session = [enter.headers['set-cookie']]
      .flat()
      .map(String)
      .find((each) => each.startsWith('__Host-session='))
    expect((await app.visitor().get('/api/stats', { cookie: session?.split(';')[0] ?? '' })).status).toBe(200)
    expect((await app.visitor().get(link, { cookie })).status).toBe(401)
  })

  test('the link is worth nothing in another browser, changed, late, or posted as the widget’s', async () => {
    const bot = listen()
    const [mine, theirs] = [await start(), await start()]
    const link = await linkFor(mine.code)
    await bot.stop()
    const enter = (url: string, cookie: string) => app.visitor().get(url, cookie === '' ? {} : { cookie })
    for (const cookie of ['', theirs.cookie, 'bot_login=x'])
      expect(await enter(link, cookie)).toMatchObject({ status: 401, body: { code: 'invalid_authentication' } })
    expect((await enter(link.replace('id=90001', 'id=90002'), mine.cookie)).status).toBe(401)
    const fields = Object.fromEntries(new URL(link, ORIGIN).searchParams)
    expect((await app.visitor().post('/auth/messenger', fields)).status).toBe(401)
    app.advance(3_700)
    expect((await enter(link, mine.cookie)).status).toBe(401)
  })

  test('it hears only "/start" with a code, only in private, and goes on after a failure', async () => {
    const bot = listen()
    const { code } = await start()
    messenger.sent.length = 0
    for (const text of ['hello', '/start', '/start short', `/start ${code} more`]) messenger.write(text)
    messenger.write(`/start ${code}`, 'group')
    messenger.fail(1)
    const link = await linkFor(code)
    await bot.stop()
    expect(link).toContain(`code=${code}`)
    expect(messenger.sent).toHaveLength(1)
  }, 20_000)

  test('who does not lead does not listen', async () => {
    messenger.sent.length = 0
    const bot = listen(() => false)
    messenger.write(`/start ${(await start()).code}`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await bot.stop()
    expect(messenger.sent).toEqual([])
  })
})

test('without it there is no such way', async () => {
  await using plain = await testApp()
  expect((await plain.visitor().get('/auth/bot')).status).toBe(404)
  expect((await plain.visitor().page('/login')).text).not.toContain('/auth/bot')
})
