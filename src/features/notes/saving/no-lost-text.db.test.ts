import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp, type TestUser } from '../../../../test/app.ts'
import type { Outbox } from '#browser/outbox.ts'
import { listedOf, type NoteItem } from '../islands/parts/wire.ts'
import { Notebook } from '../islands/parts/notebook.ts'
import type { Transport } from '../islands/parts/transport.ts'
import { storedOf, toWire } from '../islands/parts/wire.ts'
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

const nothing: Outbox<Kept> = {
  left: async () => [],
  whenLeft: () => undefined,
  done: () => undefined,
  put: () => undefined,
  drop: () => undefined,
}

/** A page against the real application, with a connection that breaks on the way there or on the way back. */
async function openPage(dana: TestUser, fileId: string) {
  const wire: { fate: Fate } = { fate: 'arrives' }
  const clock = { now: 0 }
  const update: Transport['update'] = async (updates) => {
    const { fate } = wire
    wire.fate = 'arrives'
    const later = updates.map((): Answer => ({ outcome: 'later' }))
    if (fate === 'lose request') return later
    const items = updates.map(({ id, edit, prevUpdatedAt }) => ({
      id,
      ...toWire(edit),
      prev_updated_at: prevUpdatedAt,
    }))
    const { status, body } = await dana.post('/api/sticky-notes/batch', { updates: items })
    expect(status).toBe(200)
    return fate === 'lose answer' ? later : (body['results'] as { status: number; note: NoteItem }[]).map(answerOf)
  }
  const other = () => Promise.reject(new Error('not in this test'))
  const list = async () => ((await dana.get(`/api/sticky-notes/${fileId}`)).body['notes'] as NoteItem[]).map(listedOf)
  const transport: Transport = { list, update, create: other, tick: other, remove: other, restore: other }
  const book = new Notebook({
    transport,
    outbox: nothing,
    now: () => clock.now,
    after: () => () => undefined,
    newKey: () => 'new',
  })
  await book.load()
  return { book, wire, clock, typed: [] as string[] }
}

function answerOf({ status, note }: { status: number; note: NoteItem }): Answer {
  const stored = storedOf(note)
  return status === 200 ? { outcome: 'stored', id: note.id, stored } : { outcome: 'conflict', theirs: stored }
}

type Page = Awaited<ReturnType<typeof openPage>>

async function take({ book, wire, clock, typed }: Page, name: string, key: string, what: Step['what']): Promise<void> {
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
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  if (what === 'merge' && entry.trouble?.kind === 'conflict') {
    const theirs = entry.trouble.theirs.fields.content
    book.decide(key, { take: 'text', content: mergedText(entry.base.fields.content, shown(entry).content, theirs) })
  }
}

test('against the real application: every word is in the note, in its history or before its writer', async () => {
  await using app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  const dana = await app.user('Dana')
  const file = await dana.post('/api/files', { file_name: 'a.py', content: 'x = 1\n' })
  const fileId = String(file.body['file_id'])
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const made = await dana.post(`/api/sticky-notes/${fileId}`, { content: 'start' })
      const id = String(made.body['id'])
      const pages = [await openPage(dana, fileId), await openPage(dana, fileId)]
      for (const { who, what } of steps) {
        const page = pages[who]
        if (page) await take(page, `p${who}.`, id, what)
      }
      for (const page of pages) await take(page, '', id, 'send')
      const note = (await dana.get(`/api/sticky-notes/note/${id}`)).body['note'] as NoteItem
      const history = (await dana.get(`/api/sticky-notes/note/${id}/history`)).body['history'] as { content: string }[]
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
