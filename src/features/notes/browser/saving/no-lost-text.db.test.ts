import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replyOf, testApp, type TestUser } from '../../../../../test/app.ts'
import type { SaveQueue } from '#browser/save-queue.ts'
import { Notebook } from '../../islands/parts/notebook.ts'
import type { Transport } from '../../islands/parts/transport.ts'
import { listedOf, storedOf, toWire } from '../../islands/parts/wire.ts'
import type { BatchResult } from '../../schema/notes.ts'
import type { Answer } from './answer.ts'
import { mergedText } from './decide.ts'
import { shown } from './entry.ts'
import type { Kept } from './kept.ts'

const step = fc.record({
  who: fc.nat(1),
  what: fc.constantFrom('type', 'type', 'send', 'send', 'lose request', 'lose answer', 'refresh', 'merge'),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Fate = 'arrives' | 'lose request' | 'lose answer'

const nothing: SaveQueue<Kept> = {
  claimAbandoned: async () => [],
  onAbandoned: () => undefined,
  remove: () => undefined,
  put: () => undefined,
  drop: () => undefined,
}

/** A page that talks to the real application over a connection that breaks before or after the server handles a request. */
async function openPage(dana: TestUser, fileId: string) {
  const wire: { fate: Fate } = { fate: 'arrives' }
  const clock = { now: 0 }
  const send: Transport['update'] = async (updates) => {
    const { fate } = wire
    wire.fate = 'arrives'
    const later = updates.map((): Answer => ({ outcome: 'later' }))
    if (fate === 'lose request') return later
    const items = updates.map(({ id, edit, prevUpdatedAt }) => ({
      id,
      ...toWire(edit),
      prev_updated_at: prevUpdatedAt,
    }))
    const { results } = replyOf(await dana.post('/api/sticky-notes/batch', { updates: items }))
    return fate === 'lose answer' ? later : results.map(answerOf)
  }
  const inFlight = new Set<Promise<unknown>>()
  const update: Transport['update'] = (updates, leaving) => {
    const sent = send(updates, leaving)
    inFlight.add(sent)
    return sent.finally(() => inFlight.delete(sent))
  }
  // An answer may start the next request, in a later task.
  const settled = async () => {
    while (inFlight.size > 0) {
      await Promise.all(inFlight)
      await setImmediate()
    }
  }
  const other = () => Promise.reject(new Error('not in this test'))
  const list = async () => replyOf(await dana.get(`/api/sticky-notes/${fileId}`)).notes.map(listedOf)
  const transport: Transport = { list, update, create: other, tick: other, remove: other, restore: other }
  const book = new Notebook({
    transport,
    saveQueue: nothing,
    now: () => clock.now,
    after: () => () => undefined,
    newKey: () => 'new',
  })
  await book.load()
  return { book, wire, clock, settled, typed: [] as string[] }
}

function answerOf({ status, note }: BatchResult): Answer {
  if (!note) throw new Error(`no note with status ${status}`)
  const stored = storedOf(note)
  return status === 200 ? { outcome: 'stored', id: note.id, stored } : { outcome: 'conflict', theirs: stored }
}

type Page = Awaited<ReturnType<typeof openPage>>

async function take(
  { book, wire, clock, settled, typed }: Page,
  name: string,
  key: string,
  what: Step['what'],
): Promise<void> {
  const entry = book.find(key)?.entry.value
  if (!entry) throw new Error('no note')
  clock.now += 1_000
  if (what === 'type') {
    const word = `<${name}${typed.length}>`
    typed.push(word)
    book.change(key, { content: `${shown(entry).content}\n${word}` })
  }
  if (what === 'refresh') await book.refresh()
  if (what === 'lose request' || what === 'lose answer') wire.fate = what
  if (what === 'send') {
    book.awaken()
    book.flush(false)
    await settled()
  }
  if (what === 'merge' && entry.trouble?.kind === 'conflict') {
    const theirs = entry.trouble.theirs.fields.content
    book.decide(key, { take: 'text', content: mergedText(entry.base.fields.content, shown(entry).content, theirs) })
  }
}

test('no word is lost against the real application: each is in the note, its history or the page', async () => {
  await using app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  const dana = await app.user('Dana')
  const fileId = await dana.saveFile('a.py', 'x = 1\n')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const { id } = await dana.createNote(fileId, { content: 'start' })
      const pages = [await openPage(dana, fileId), await openPage(dana, fileId)]
      for (const { who, what } of steps) {
        const page = pages[who]
        if (page) await take(page, `p${who}.`, id, what)
      }
      for (const page of pages) await take(page, '', id, 'send')
      const { note } = replyOf(await dana.get(`/api/sticky-notes/note/${id}`))
      const { history } = replyOf(await dana.get(`/api/sticky-notes/note/${id}/history`))
      const held = pages.flatMap(({ book }) => {
        const entry = book.find(id)?.entry.value
        return entry ? [shown(entry).content] : []
      })
      const kept = [note.content, ...history.map(({ content }) => content), ...held].join(' ')
      for (const word of pages.flatMap(({ typed }) => typed)) expect(kept).toContain(word)
      await dana.delete(`/api/sticky-notes/note/${id}`)
    }),
    { numRuns: 25 },
  )
})
