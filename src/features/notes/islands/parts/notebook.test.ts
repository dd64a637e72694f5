import { describe, expect, test } from 'vitest'
import type { Outbox } from '#browser/outbox.ts'
import type { Answer } from '../../saving/answer.ts'
import { shown, statusOf } from '../../saving/entry.ts'
import type { Kept } from '../../saving/kept.ts'
import { FIELDS, ModelServer, storedAs } from '../../saving/saving.fixture.ts'
import { Notebook } from './notebook.ts'
import type { Transport, Update } from './transport.ts'

/** A browser's memory that outlives its pages. While `isHeld`, the page before has not let go of what it holds. */
function memory() {
  const rows = new Map<string, Kept>()
  const lock = { isHeld: false, waiting: [] as (() => void)[] }
  let pages = 0
  return {
    rows,
    lock,
    open: (): Outbox<Kept> => {
      const page = pages++
      return {
        left: async () => (lock.isHeld ? [] : [...rows].map(([row, value]) => ({ row, value }))),
        whenLeft: (run) => void lock.waiting.push(run),
        done: ({ row }) => void rows.delete(row),
        put: (key, value) => void rows.set(`${key}@${page}`, value),
        drop: (key) => void rows.delete(`${key}@${page}`),
      }
    },
  }
}

/** One note, `n`, on a model server; `isDown` breaks the connection. */
function stage(server = new ModelServer('milk')) {
  const kept = memory()
  const wire = { isDown: false, batches: [] as Update[][], created: 0 }
  const clock = { now: 0, timers: new Map<number, { at: number; run: () => void }>() }
  const reach = <T>(answer: () => T, down: T) => Promise.resolve(wire.isDown ? down : answer())
  const later: Answer = { outcome: 'later' }
  const transport: Transport = {
    list: () => reach(() => [{ id: 'n', stored: server.note, place: null, createdAt: '' }], null),
    create: (edit) =>
      reach((): Answer => {
        wire.created += 1
        return { outcome: 'stored', id: `c${wire.created}`, stored: { fields: { ...FIELDS, ...edit }, updatedAt: '1' } }
      }, later),
    update: (updates) => {
      wire.batches.push([...updates])
      const answers = () =>
        updates.map(({ edit, prevUpdatedAt }) => server.answer({ kind: 'update', edit }, prevUpdatedAt))
      return reach(
        answers,
        updates.map(() => later),
      )
    },
    tick: ({ index, checked, base }) =>
      reach(
        () => server.answer({ kind: 'task', index, checked, edit: { content: base.fields.content } }, base.updatedAt),
        later,
      ),
    remove: () => reach(() => server.answer({ kind: 'remove' }, ''), later),
    restore: () => reach(() => server.answer({ kind: 'restore' }, ''), later),
  }
  let timers = 0
  const after = (ms: number, run: () => void) => {
    const timer = timers++
    clock.timers.set(timer, { at: clock.now + ms, run })
    return () => void clock.timers.delete(timer)
  }
  let keys = 0
  const open = async () => {
    const book = new Notebook({
      transport,
      outbox: kept.open(),
      now: () => clock.now,
      after,
      newKey: () => `k${keys++}`,
    })
    await book.load()
    return book
  }
  const pass = async (ms: number) => {
    clock.now += ms
    for (const [timer, { at, run }] of clock.timers) {
      if (at > clock.now || !clock.timers.delete(timer)) continue
      run()
      await settle()
    }
    await settle()
  }
  return { server, wire, kept, clock, open, pass }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const status = (book: Notebook, key = 'n') => statusOf(book.find(key)?.entry.value ?? fail())
const content = (book: Notebook, key = 'n') => shown(book.find(key)?.entry.value ?? fail()).content
function fail(): never {
  throw new Error('no such note')
}

test('typing is sent once, after a pause, with the moment it was a change of', async () => {
  const { server, wire, open, pass } = stage()
  const book = await open()
  for (const text of ['m', 'mi', 'milk and honey']) book.change('n', { content: text })
  expect(status(book)).toBe('saving')
  await pass(1_000)
  expect(wire.batches).toEqual([])
  await pass(300)
  expect(wire.batches).toEqual([
    [{ id: 'n', edit: { content: 'milk and honey' }, prevUpdatedAt: storedAs('', 1).updatedAt }],
  ])
  expect(status(book)).toBe('saved')
  expect(server.note.fields.content).toBe('milk and honey')
})

test('a conflict ends when what was typed is taken back', async () => {
  const { server, open, pass } = stage()
  const book = await open()
  server.answer({ kind: 'update', edit: { content: 'theirs' } }, server.note.updatedAt)
  book.change('n', { content: 'mine' })
  await pass(1_500)
  expect(status(book)).toBe('conflict')
  book.change('n', { content: 'milk' })
  expect(status(book)).toBe('saved')
  expect(content(book)).toBe('theirs')
})

describe('without a connection', () => {
  test('an edit says so, is kept, and is sent when the connection is back', async () => {
    const { server, wire, kept, open, pass } = stage()
    const book = await open()
    wire.isDown = true
    book.change('n', { content: 'offline' })
    await pass(1_500)
    expect(status(book)).toBe('offline')
    expect(kept.rows.size).toBe(1)
    wire.isDown = false
    book.awaken()
    await pass(0)
    expect(server.note.fields.content).toBe('offline')
    expect(kept.rows.size).toBe(0)
  })

  test('also after the page was closed, and a change elsewhere is then a conflict', async () => {
    const { server, wire, open, pass } = stage()
    const book = await open()
    wire.isDown = true
    book.change('n', { content: 'mine' })
    await pass(1_500)
    wire.isDown = false
    server.answer({ kind: 'update', edit: { content: 'theirs' } }, server.note.updatedAt)
    const again = await open()
    await pass(0)
    expect(status(again)).toBe('conflict')
    again.decide('n', { take: 'text', content: 'mine\ntheirs' })
    await pass(0)
    expect(server.note.fields.content).toBe('mine\ntheirs')
  })

  test('also by a page that was opened before the other was quite closed', async () => {
    const { server, wire, kept, open, pass } = stage()
    const book = await open()
    wire.isDown = true
    book.change('n', { content: 'mine' })
    await pass(1_500)
    wire.isDown = false
    kept.lock.isHeld = true
    const again = await open()
    await pass(0)
    expect(content(again)).toBe('milk')
    kept.lock.isHeld = false
    for (const run of kept.lock.waiting) run()
    await pass(0)
    expect(content(again)).toBe('mine')
    expect(server.note.fields.content).toBe('mine')
  })

  test('what two closed pages left of one note is all there', async () => {
    const { wire, open, pass, server } = stage()
    const [one, two] = [await open(), await open()]
    wire.isDown = true
    one.change('n', { content: 'milk one' })
    two.change('n', { content: 'milk two' })
    await pass(1_500)
    wire.isDown = false
    const again = await open()
    await pass(2_000)
    expect(content(again)).toBe('milk one\nmilk two')
    expect(server.note.fields.content).toBe('milk one\nmilk two')
  })
})

test('a new note is stored when it says something, and keeps its key', async () => {
  const { wire, open, pass } = stage()
  const book = await open()
  const { key } = book.create(FIELDS)
  await pass(9_000)
  expect(wire.created).toBe(0)
  book.change(key, { content: 'hello' })
  book.finish(key)
  await pass(0)
  expect(wire.created).toBe(1)
  expect(book.find(key)?.entry.value.id).toBe('c1')
})

test('a deleted note goes from the list at once and comes back with undo', async () => {
  const { open, pass } = stage()
  const book = await open()
  book.remove('n')
  expect(book.notes.value).toEqual([])
  await pass(0)
  book.undoRemove('n')
  await pass(0)
  expect(book.notes.value).toHaveLength(1)
  expect(status(book)).toBe('saved')
})

test('a refresh shows what another device did', async () => {
  const { server, open } = stage()
  const book = await open()
  server.answer({ kind: 'update', edit: { content: 'elsewhere' } }, server.note.updatedAt)
  await book.refresh()
  expect(content(book)).toBe('elsewhere')
})
