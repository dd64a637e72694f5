import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { replyOf, testApp, type TestApp, type TestUser } from '../../../test/app.ts'
import { indexStage } from '../../../test/code-index.ts'
import { findZoekt } from '../../../test/zoekt.ts'

let app: TestApp
let dana: TestUser
/** Text that looks like the end of an event, and like markup. */
const HOSTILE = 'total\n\nevent: done\ndata: {}\n\n</script><img src=x onerror=alert(1)>\u2028\u202e'
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  const file = await dana.saveFile('total.py', `def total():\n    pass\n\n# ${HOSTILE}`)
  await dana.createNote(file, { title: 'About total', content: HOSTILE })
  await dana.createBoard('Total costs')
})
afterAll(() => app[Symbol.asyncDispose]())

type Sent = { event: string; data: { group?: string; hits?: { title: string }[] } }

function parse(block: string): Sent {
  const [, event = '', data = '{}'] = /^event: ([^\n]*)\ndata: ([^\n]*)$/.exec(block) ?? []
  return { event, data: JSON.parse(data) as Sent['data'] }
}

const eventsIn = (text: string) => text.split('\n\n').filter(Boolean).map(parse)
const path = (q: string) => `/api/search/stream?q=${encodeURIComponent(q)}`

describe('GET /api/search/stream', () => {
  test('sends the groups of GET /api/search, whatever the texts, and done at the end', async () => {
    const { text, headers } = await dana.get(path('total'))
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const sent = eventsIn(text)
    expect(sent.at(-1)).toEqual({ event: 'done', data: {} })
    const groups = sent.slice(0, -1).map(({ data }) => data)
    const { groups: whole } = replyOf(await dana.get('/api/search?q=total'))
    expect(groups).toHaveLength(whole.length)
    expect(groups).toEqual(expect.arrayContaining(whole))
  })

  test('answers a hundred searches of one person one after another, and another person at once', async () => {
    const omer = await app.user('Omer')
    const searches = Array.from({ length: 100 }, (_, i) => dana.get(path(`/tot[a-z]+${i % 10}|total/`)))
    expect((await omer.get('/dashboard')).status).toBe(200)
    expect(new Set((await Promise.all(searches)).map(({ status }) => status))).toEqual(new Set([200]))
    expect((await dana.get(path('total'))).status).toBe(200)
  })

  test('sends the problem of a wrong query as its only event, and a query of nothing has no groups', async () => {
    const { status, text } = await dana.get(path('a in:nowhere'))
    expect(status).toBe(200)
    expect(eventsIn(text)).toMatchObject([{ event: 'problem', data: { code: 'invalid_query', from: 2, to: 12 } }])
    expect(eventsIn((await dana.get(path('  '))).text)).toEqual([{ event: 'done', data: {} }])
  })

  test('sends the groups of the library while those that need repositories wait', async () => {
    await using stream = await openStream(app, dana)
    // Both `repos` and `symbols` read the list of repositories, and wait for the lock.
    const lock = await app.pool.connect()
    try {
      await lock.query('begin; lock table repos in access exclusive mode')
      await stream.start()
      const groups = (await stream.next(3)).map(({ data }) => data.group ?? '')
      expect(groups.toSorted()).toEqual(['boards', 'files', 'notes'])
    } finally {
      await lock.query('rollback')
      lock.release()
    }
    const rest = await stream.next(3)
    expect(rest.map(({ event, data }) => data.group ?? event).toSorted()).toEqual(['done', 'repos', 'symbols'])
    expect(rest.at(-1)?.event).toBe('done')
  })

  test('cancels its statements when the client has gone, and reports no error', async () => {
    const waiting = async () => {
      const { rows } = await app.pool.query(
        "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length
    }
    const lock = await app.pool.connect()
    try {
      await lock.query('begin; lock table repos in access exclusive mode')
      {
        await using stream = await openStream(app, dana)
        await stream.start()
        await stream.next(3)
        await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), 3_000)
      }
      // Sooner than their time limit would end them.
      await vi.waitFor(async () => expect(await waiting()).toBe(0), 3_000)
    } finally {
      await lock.query('rollback')
      lock.release()
    }
    expect(app.lines.filter((line) => line.includes('request failed'))).toEqual([])
  })
})

const bin = findZoekt()

test.skipIf(bin === null)('a code index that does not answer delays its own group only, which says so', async () => {
  await using stage = await indexStage(bin ?? '')
  const owner = await stage.app.user('Dana')
  stage.server.create('dana/shop').commit({ put: { 'total.py': 'def total():\n    pass\n' } })
  await stage.indexed(owner, 'dana/shop')
  await owner.createBoard('Total costs')
  // The first search compiles its code and opens connections: on a busy machine that takes longer than a code index may.
  await owner.get('/api/search?q=total')
  await using stream = await openStream(stage.app, owner)
  stage.zoekt.pause()
  try {
    await stream.start()
    const sent = (await stream.next(6)).map(({ event, data }) => data.group ?? event)
    expect(sent.slice(-2)).toEqual(['repos', 'done'])
    expect(sent).toContain('boards')
  } finally {
    stage.zoekt.resume()
  }
})

/** The events of a search over a real connection, as they arrive. */
async function openStream({ app: server }: TestApp, { cookie }: TestUser) {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  const base = server.listeningOrigin
  const leaving = new AbortController()
  let reader: ReadableStreamDefaultReader<string> | undefined
  let text = ''
  return {
    async start(): Promise<void> {
      const response = await fetch(`${base}${path('total')}`, { headers: { cookie }, signal: leaving.signal })
      reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    },
    async next(count: number): Promise<Sent[]> {
      for (;;) {
        const blocks = text.split('\n\n')
        if (blocks.length > count) {
          text = blocks.slice(count).join('\n\n')
          return blocks.slice(0, count).map(parse)
        }
        const { value = '', done = true } = (await reader?.read()) ?? {}
        if (done) throw new Error(`The stream ended with ${text}`)
        text += value
      }
    },
    async [Symbol.asyncDispose]() {
      leaving.abort()
    },
  }
}
