import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listenToBot } from '#app/bot.ts'
import { openBotApi } from '#platform/bot-api.ts'
import { BOT_TOKEN, ORIGIN, type TestApp, testApp } from '../../../test/app.ts'
import { signWidget } from '../../../test/sign-widget.ts'
import { unpackWaiting } from './bot.ts'

let app: TestApp
let messenger: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  messenger = await standIn()
  const settings = { MESSENGER_BOT_SIGN_IN: 'true', MESSENGER_API_URL: messenger.url }
  app = await testApp({ ...settings, RATE_LIMIT_FACTOR: '100' })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  messenger.close()
})

type Sent = { chat_id: number; text: string }

/** A fake of the messenger's bot API on loopback. */
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
    // An offset confirms all earlier updates.
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
    write: (text: string, type = 'private', firstName = 'דנה') =>
      waiting.push({
        update_id: ++last,
        message: { text, chat: { id: 77, type }, from: { id: 90_001, first_name: firstName } },
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

/** Follows the link on /login. */
async function start(next = '/files') {
  const answer = await app.visitor().page(`/auth/bot?next=${encodeURIComponent(next)}`)
  expect(answer.status).toBe(302)
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';')
  const code = new URL(String(answer.headers['location'])).searchParams.get('start') ?? ''
  return { answer, cookie, code }
}

async function linkFor(code: string, firstName?: string): Promise<string> {
  messenger.sent.length = 0
  messenger.write(`/start ${code}`, 'private', firstName)
  await vi.waitFor(() => expect(messenger.sent).toHaveLength(1), { timeout: 10_000 })
  return messenger.sent[0]?.text.split('\n').at(-1)?.replace(ORIGIN, '') ?? ''
}

describe('sign-in through the bot', () => {
  test('the link on /login redirects to the bot with a code that is bound to this browser by a cookie', async () => {
    expect((await app.visitor().page('/login?next=/files')).text).toContain('href="/auth/bot?next=%2Ffiles"')
    const { answer, cookie, code } = await start()
    expect(String(answer.headers['location'])).toBe(`https://t.me/test_bot?start=${code}`)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-bot_login=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(unpackWaiting(decodeURIComponent(cookie.split('=')[1] ?? ''))).toEqual({ code, next: '/files' })
  })

  test('the bot replies with a single-use link that signs in and continues to the requested page', async () => {
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

  test('the link is refused in another browser, when changed, when expired, and when posted as widget data', async () => {
    const bot = listen()
    const [mine, theirs] = [await start(), await start()]
    const link = await linkFor(mine.code)
    await bot.stop()
    const enter = (url: string, cookie: string) => app.visitor().get(url, cookie === '' ? {} : { cookie })
    for (const cookie of ['', theirs.cookie, '__Host-bot_login=x'])
      expect(await enter(link, cookie)).toMatchObject({ status: 401, body: { code: 'invalid_authentication' } })
    expect((await enter(link.replace('id=90001', 'id=90002'), mine.cookie)).status).toBe(401)
    const fields = Object.fromEntries(new URL(link, ORIGIN).searchParams)
    expect((await app.visitor().post('/auth/messenger', fields)).status).toBe(401)
    app.advance(3_700)
    expect((await enter(link, mine.cookie)).status).toBe(401)
  })

  test('the link carries four fields and no name, whatever the sender’s name', async () => {
    const bot = listen()
    const { cookie, code } = await start()
    const link = await linkFor(code, 'X\nid=1003\nj=')
    await bot.stop()
    const query = Object.fromEntries(new URL(link, ORIGIN).searchParams)
    expect(Object.keys(query).toSorted()).toEqual(['auth_date', 'code', 'hash', 'id'])
    const enter = (fields: Record<string, string>) =>
      app.visitor().get(`/auth/bot/enter?${new URLSearchParams(fields)}`, { cookie })
    const forged = { ...query, first_name: 'X', id: '1003', j: '\nid=90001' }
    for (const fields of [forged, { ...query, id: '1003' }, { ...query, extra: '1' }])
      expect(await enter(fields)).toMatchObject({ status: 401, body: { code: 'invalid_authentication' } })
    expect((await app.visitor().get(`${link}&id=1003`, { cookie })).status).toBe(401)
    expect((await enter(query)).status).toBe(303)
  })

  test('a new user gets a placeholder name, which never replaces a real name', async () => {
    const bot = listen()
    const nameOf = async () => {
      const { rows } = await app.pool.query<{ first_name: string }>(
        'select first_name from users where user_id = (select user_id from identities where provider_uid = 90001)',
      )
      return rows[0]?.first_name
    }
    const enter = async () => {
      const { cookie, code } = await start()
      expect((await app.visitor().page(await linkFor(code), { cookie })).status).toBe(303)
    }
    await app.pool.query(
      'delete from users where user_id = (select user_id from identities where provider_uid = 90001)',
    )
    await enter()
    expect(await nameOf()).toBe('New account')
    const auth_date = Math.floor(app.clock.now.getTime() / 1000)
    const data = signWidget(BOT_TOKEN, { id: 90_001, first_name: 'Dana', auth_date })
    expect((await app.visitor().post('/auth/messenger', data)).status).toBe(200)
    await enter()
    await bot.stop()
    expect(await nameOf()).toBe('Dana')
  })

  test('the bot answers only "/start" with a code in private chats, and continues after a failure', async () => {
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
  })

  test('a process that is not the leader does not poll', async () => {
    messenger.sent.length = 0
    const bot = listen(() => false)
    messenger.write(`/start ${(await start()).code}`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await bot.stop()
    expect(messenger.sent).toEqual([])
  })
})

test('without a bot the login page offers no such link', async () => {
  await using plain = await testApp()
  expect((await plain.visitor().get('/auth/bot')).status).toBe(404)
  expect((await plain.visitor().page('/login')).text).not.toContain('/auth/bot')
})
